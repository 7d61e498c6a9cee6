import type { estypes } from '@elastic/elasticsearch';
import type { Search, SearchAnswer } from './connection.js';

export type Found = estypes.SearchHit;

/** The part of a search that brings these fields of each drive, and its id. */
export function bring(...fields: readonly string[]): Pick<Search, 'stored_fields' | 'docvalue_fields'> {
  // Of what the engine keeps by the block, not even the id is read.
  return { stored_fields: '_none_', docvalue_fields: ['id', ...fields] };
}

export function idOf(hit: Found): string {
  return textOf(hit, 'id');
}

/** A keyword that was brought. */
export function textOf(hit: Found, field: string): string {
  return String(valueOf(hit, field));
}

/** A text that is kept to be answered alone. */
export function answerOf(hit: Found, field: string): string {
  return Buffer.from(textOf(hit, field), 'base64').toString();
}

export function numberOf(hit: Found, field: string): number {
  return Number(valueOf(hit, field));
}

/** @throws Error where the total was not asked for. */
export function totalOf({ hits: { total } }: SearchAnswer): number {
  if (typeof total !== 'object') throw new Error('Elasticsearch was not asked for a total.');
  return total.value;
}

function valueOf({ fields }: Found, field: string): unknown {
  const values: unknown = fields?.[field];
  if (!Array.isArray(values) || values.length === 0) throw new Error(`A drive in the index has no ${field}.`);
  return values[0];
}
