import { z } from 'zod';
import { emptyIfBlank } from '../rules/blank.js';

/**
 * Pattern of a text without NUL, which database texts cannot hold. Every input path refuses it; schemas document it.
 */
const WITHOUT_NUL = '^[^\\u0000]*$';

/**
 * A text of `min` to `max` characters, counted in code points as JSON Schema and people do, not in UTF-16 units. A
 * longer text is trimmed before it is counted; a text without a visible character is empty.
 * @param tooLong message for a longer text, if the screens have their own wording.
 */
export function text(max: number, min = 0, tooLong?: string) {
  return z
    .string()
    .overwrite((value) => emptyIfBlank(value.length > max ? value.trim() : value))
    .check(({ value, issues }) => {
      // Code points need counting only if the UTF-16 length is inconclusive.
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

/** Counts code points; returns just over `max` for a text that is too long in any case. */
function lengthOf(text: string, max: number): number {
  return text.length > 2 * max ? max + 1 : [...text].length;
}
