import { type ApiError, ERRORS } from '@switchback/contracts/errors';
import { ProductError } from '@switchback/platform/errors';
import type { z } from 'zod';

const FIELDS_MAX = 20;
const NAME_MAX = 100;

type Fields = NonNullable<ApiError['fields']>;

/** Returns a refusal that shows `message` next to one field. */
export function fieldFault(name: string, message: string, error: 'invalidInput' | 'invalidBookmark' = 'invalidInput') {
  return new ProductError(error, { fields: fieldsOf([[name, message]], error) });
}

/**
 * Returns a refusal that names every field with a schema fault.
 *
 * @param part name for faults outside any field.
 * @param form body member whose own members are the visible fields; left out of their names.
 */
export function schemaFault(error: z.ZodError, part: string, form?: string): ProductError {
  const faults = error.issues.flatMap(chosenIssues).map((issue): [string, string] => {
    const path = issue.path.map(String);
    const shown = path.length > 1 && path[0] === form ? path.slice(1) : path;
    return [shown.length === 0 ? part : shown.join('.'), describeIssue(issue)];
  });
  return new ProductError('invalidInput', { fields: fieldsOf(faults, 'invalidInput') });
}

/** Replaces the fault of a union with the faults within the matching variant: "Invalid input" alone helps no one. */
function chosenIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const within = issue.errors.find((issues) => issues.every(({ path }) => path.length > 0));
  return within?.map((fault) => ({ ...fault, path: [...issue.path, ...fault.path] })) ?? [issue];
}

function fieldsOf(faults: readonly [string, string][], error: 'invalidInput' | 'invalidBookmark'): Fields {
  const { code, type } = ERRORS[error];
  const fields = Object.create(null) as Fields;
  for (const [name, message] of faults.slice(0, FIELDS_MAX)) {
    const lines = message.split('\n');
    const [title, text] = lines.length === 2 ? (lines as [string, string]) : ['Invalid value', message];
    fields[name.slice(0, NAME_MAX)] ??= { title, message: text, code, type };
  }
  return fields;
}

/** Matches zod's default messages, used if a schema has no message of its own. */
const UNWORDED = /^(Invalid|Too|Unrecognized)\b/;

/** Returns one sentence; two lines are a title and a sentence. */
function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.message !== undefined && issue.message !== '' && !UNWORDED.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return 'Is required.';
      if (issue.expected === 'string' && issue.message.endsWith('received array')) return 'Must be given once.';
      return `Must be ${article(issue.expected)}.`;
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `At most ${String(issue.maximum)} ${issue.origin === 'string' ? 'characters' : 'items'}.`
        : `Must be at most ${String(issue.maximum)}.`;
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `At least ${String(issue.minimum)} ${issue.origin === 'string' ? 'characters' : 'items'}.`
        : `Must be at least ${String(issue.minimum)}.`;
    case 'invalid_value':
      return `Must be one of ${issue.values.map(String).join(', ')}.`;
    default:
      return issue.message;
  }
}

function article(noun: string): string {
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}
