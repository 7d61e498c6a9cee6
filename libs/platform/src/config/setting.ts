import { z } from 'zod';

/** One setting of the product: the values it accepts in the environment, and its default. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  description: string;
  /** Describes, as text, the behavior when the setting is unset. */
  unset: string;
  /** Parses the text; receives `undefined` when unset. */
  schema: Schema;
  /** If true, the value never appears in a message or a log. */
  secret?: boolean;
}

/**
 * Builds a row of the table.
 * @param unset describes the behavior when the setting is unset.
 */
export function setting<Schema extends z.ZodType>(
  schema: Schema,
  unset: string,
  description: string,
  options: { secret?: boolean } = {},
): Setting<Schema> {
  return { schema, unset, description, ...options };
}

export function integer(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
}

export function url(protocols: readonly string[]) {
  const shape = `must be a URL with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
  return z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), shape);
}

export const webUrl = url(['http:', 'https:']);
export const onOff = (word: 'on' | 'off') => z.enum(['on', 'off'], { error: 'must be on or off' }).default(word);

/** Parses one or more `host:port`, separated by commas. */
export function addresses(example: string) {
  const shape = /^\s*[A-Za-z0-9._-]+:\d{1,5}(\s*,\s*[A-Za-z0-9._-]+:\d{1,5})*\s*$/;
  return z
    .string()
    .regex(shape, `must be addresses like ${example}, separated by commas`)
    .transform((text) => text.split(',').map((address) => address.trim()));
}
