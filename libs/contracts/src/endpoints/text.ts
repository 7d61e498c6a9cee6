import { z } from 'zod';
import { emptyIfBlank } from '../rules/blank.js';

/** No text may hold NUL: no database text can. It is refused wherever it comes in, so schemas only say so. */
const WITHOUT_NUL = '^[^\\u0000]*$';

/**
 * A text of `min` to `max` characters, counted as JSON Schema and people do: by code points, not UTF-16 units. Blanks
 * around a longer text are removed before it is counted; a text without a visible character is empty.
 * @param tooLong what is said of a longer one, where the screens have words of their own for it.
 */
export function text(max: number, min = 0, tooLong?: string) {
  return z
    .string()
    .overwrite((value) => emptyIfBlank(value.length > max ? value.trim() : value))
    .check(({ value, issues }) => {
      // Only a text between the two counts has to be gone through.
      const length = value.length <= max && value.length >= 2 * min ? value.length : lengthOf(value, max);
      if (length > max) {
        const message = tooLong === undefined ? {} : { message: tooLong };
        issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value, ...message });
      }
      if (length < min)
        issues.push({ code: 'too_small', origin: 'string', minimum: min, inclusive: true, input: value });
    })
    .meta({ ...(min > 0 && { minLength: min }), maxLength: max, pattern: WITHOUT_NUL });
}

/** Code points; of a text that is too long in any case, just more than `max`. */
function lengthOf(text: string, max: number): number {
  return text.length > 2 * max ? max + 1 : [...text].length;
}
