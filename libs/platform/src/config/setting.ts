import { z } from 'zod';

/** One setting of the product: what a person may write in the environment, and what happens when they do not. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  description: string;
  /** What an unset one means, in words. */
  unset: string;
  /** Parses the text; `undefined` when unset. */
  schema: Schema;
  /** Never shown in a message or a log. */
  secret?: boolean;
}

/** A row of the table. @param unset what an unset one means, in words. */
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

/** One or more of `host:port`, separated by commas. */
export function addresses(example: string) {
  const shape = /^\s*[A-Za-z0-9._-]+:\d{1,5}(\s*,\s*[A-Za-z0-9._-]+:\d{1,5})*\s*$/;
  return z
    .string()
    .regex(shape, `must be addresses like ${example}, separated by commas`)
    .transform((text) => text.split(',').map((address) => address.trim()));
}
