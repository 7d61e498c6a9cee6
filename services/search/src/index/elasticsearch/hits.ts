import type { estypes } from '@elastic/elasticsearch';
import type { SearchAnswer } from './connection.js';

export type Found = estypes.SearchHit;

/** A field that was asked for, of a drive that has it. */
export function textOf(hit: Found, field: string): string {
  return String(valueOf(hit, field));
}

export function numberOf(hit: Found, field: string): number {
  return Number(valueOf(hit, field));
}

/** @throws Error where the total was not asked for. */
export function totalOf({ hits: { total } }: SearchAnswer): number {
  if (typeof total !== 'object') throw new Error('Elasticsearch was not asked for a total.');
  return total.value;
}

function valueOf({ fields, _id }: Found, field: string): unknown {
  const values: unknown = fields?.[field];
  if (!Array.isArray(values) || values.length === 0) throw new Error(`Drive ${_id} has no ${field} in the index.`);
  return values[0];
}
