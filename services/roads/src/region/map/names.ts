import type { Tags } from '../extract/primitives.js';

/** Longer names are no names. */
const NAME_CHARS_MAX = 200;

/** Returns the name of an object, and its English one if that differs, as properties. */
export function named(tags: Tags): { name?: string; 'name:en'?: string } {
  const [name, english] = [textOf(tags, 'name'), textOf(tags, 'name:en')];
  return {
    ...(name !== undefined && { name }),
    ...(english !== undefined && english !== name && { 'name:en': english }),
  };
}

function textOf(tags: Tags, key: string): string | undefined {
  const text = tags.get(key)?.trim();
  return text === undefined || text === '' || text.length > NAME_CHARS_MAX ? undefined : text;
}
