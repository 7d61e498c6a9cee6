import type { ByteRange } from './storage.js';

/** Header fields of a request for a file. */
export interface FileConditions {
  range?: string | undefined;
  ifRange?: string | undefined;
}

/** Whether a list of entity tags, as in `If-None-Match`, names this one. */
export function namesTag(list: string, etag: string): boolean {
  return list.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === `"${etag}"`);
}

/**
 * Parses a header with a single byte range. Any other begins at the end of the file, where no range can be satisfied: a
 * client that asks for a part in a way unknown to us never gets a whole file of many gigabytes.
 * @returns undefined for the whole file.
 */
export function rangeOf(
  { range, ifRange }: FileConditions,
  { size, etag }: { size: number; etag: string },
): ByteRange | undefined {
  if (range === undefined || (ifRange !== undefined && ifRange !== `"${etag}"`)) return undefined;
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  if (from === '') return { start: Number(to) === 0 ? size : Math.max(0, size - Number(to)) };
  if (to === '') return { start: Number(from) };
  return Number(to) < Number(from) ? { start: size } : { start: Number(from), end: Number(to) };
}
