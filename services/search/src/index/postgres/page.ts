import { Parameters, type Statement } from './sql.js';
import type { DriveQuery, Position } from '../search-index.js';
import { conditionsOf, type WhereOptions } from './where.js';

export interface PageQuery extends DriveQuery {
  /** SQL of the sort key, ascending, over `drive d`. */
  key: (parameters: Parameters) => string;
  /** SQL of the returned columns besides id and key, over `card c`. */
  columns: (parameters: Parameters) => string;
  /** SQL that excludes drives of earlier batches, over `drive d`; null for the first batch. */
  behind: ((key: string, parameters: Parameters) => string) | null;
  limit: number;
  /** Applies only if the drives are collected anyway: see {@link collects}. */
  includeCount: boolean;
}

/** Returns whether a page is made by collecting all drives of a query, which also yields their count. */
export function collects({ filters }: Pick<DriveQuery, 'filters'>, { wideBounds }: WhereOptions): boolean {
  return filters.bounds !== undefined && !wideBounds;
}

/**
 * Returns one page of a sort order. Collects the drives of narrow bounds once, then counts and sorts them; otherwise
 * the planner chooses between walking the order and collecting.
 */
export function pageStatement(query: PageQuery, options: WhereOptions): Statement {
  const parameters = new Parameters();
  const key = query.key(parameters);
  const where = whereOf(query, options, parameters);
  const behind = query.behind?.(key, parameters) ?? 'true';
  if (!collects(query, options)) {
    const page = batch({ id: 'd.id', key, from: 'drive d', where: `${where} and ${behind}` }, query, parameters);
    const text = `select h.*, null::int as count from (${hits(page, query, parameters)}) h order by h.key, h.id`;
    return { text, values: parameters.values };
  }
  const page = batch({ id: 'f.id', key: 'f.key', from: 'found f', where: 'f.is_behind' }, query, parameters);
  const counted = query.includeCount ? 'select count(*)::int from found' : 'select null::int';
  // Keeps the count even if there are no drives to join it to.
  const text = `with found as materialized (select d.id, ${key} as key, ${behind} as is_behind
      from drive d where ${where})
    select h.*, n.count from (${counted}) n (count) left join (${hits(page, query, parameters)}) h on true order by h.key, h.id`;
  return { text, values: parameters.values };
}

function hits(page: string, { columns }: PageQuery, parameters: Parameters): string {
  return `select p.id, p.key, ${columns(parameters)} from (${page}) p join card c on c.id = p.id`;
}

/** Excludes the drives up to a position in the order of the key. */
export function behindPosition(after: Position | null): PageQuery['behind'] {
  if (after === null) return null;
  return (key, parameters) =>
    `(${key}, d.id) > (${parameters.add(after.key, 'float8')}, ${parameters.add(after.id, 'text')} collate "C")`;
}

/** Counts the drives of a query. */
export function countStatement(query: DriveQuery, options: WhereOptions): Statement {
  const parameters = new Parameters();
  const text = `select count(*)::int as count from drive d where ${whereOf(query, options, parameters)}`;
  return { text, values: parameters.values };
}

/** Returns the ids of all drives of a query, for one that few drives match. */
export function idsStatement(query: DriveQuery, options: WhereOptions): Statement {
  const parameters = new Parameters();
  const text = `select d.id from drive d where ${whereOf(query, options, parameters)}`;
  return { text, values: parameters.values };
}

function whereOf({ filters, caller }: DriveQuery, options: WhereOptions, parameters: Parameters): string {
  return conditionsOf(filters, caller, options, parameters).join(' and ');
}

function batch(
  sql: { id: string; key: string; from: string; where: string },
  { limit }: PageQuery,
  parameters: Parameters,
): string {
  return `select ${sql.id} as id, ${sql.key} as key from ${sql.from} where ${sql.where}
    order by ${sql.key}, ${sql.id} limit ${parameters.add(limit, 'int')}`;
}
