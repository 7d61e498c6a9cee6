import type { estypes } from '@elastic/elasticsearch';
import { MEASURED_BAND } from '../../document.js';
import { metersToLine } from '../nearest.js';
import type { Hit, SearchQuery } from '../search-index.js';
import type { Search, SearchAnswer } from './connection.js';

export type Found = estypes.SearchHit;

/** The line that distances are measured to. */
export const MEASURED_LINE = `line_${MEASURED_BAND}`;

/** Returns the part of a search that requests these fields and the id of each drive. */
export function bring(...fields: readonly string[]): Pick<Search, 'stored_fields' | 'docvalue_fields'> {
  // Not even the id is read from stored fields, which the engine decompresses in blocks.
  return { stored_fields: '_none_', docvalue_fields: ['id', ...fields] };
}

export function idOf(hit: Found): string {
  return textOf(hit, 'id');
}

/** Returns a keyword field of a hit. */
export function textOf(hit: Found, field: string): string {
  return String(valueOf(hit, field));
}

/** Returns a text that is stored only to be returned. */
export function answerOf(hit: Found, field: string): string {
  return Buffer.from(textOf(hit, field), 'base64').toString();
}

export function numberOf(hit: Found, field: string): number {
  return Number(valueOf(hit, field));
}

/** Returns the part of a search that requests what a page needs. */
export function bringHits({ measureFrom }: SearchQuery): ReturnType<typeof bring> {
  return bring('hash', 'summary', ...(measureFrom ? [MEASURED_LINE] : []));
}

/** Returns a hit of a page at a position of its order. */
export function hitOf(hit: Found, key: number, { have, measureFrom }: SearchQuery): Hit {
  const hash = textOf(hit, 'hash');
  return {
    id: idOf(hit),
    key,
    hash,
    summary: have.includes(hash) ? null : answerOf(hit, 'summary'),
    metersToLine: measureFrom ? metersToLine(answerOf(hit, MEASURED_LINE), measureFrom) : null,
  };
}

/** @throws Error if the search did not request the total. */
export function totalOf({ hits: { total } }: SearchAnswer): number {
  if (typeof total !== 'object') throw new Error('The search requested no total from Elasticsearch.');
  return total.value;
}

function valueOf({ fields }: Found, field: string): unknown {
  const values: unknown = fields?.[field];
  if (!Array.isArray(values) || values.length === 0) throw new Error(`A drive in the index has no ${field}.`);
  return values[0];
}
