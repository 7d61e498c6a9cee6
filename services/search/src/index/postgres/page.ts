import { Parameters, type Statement } from './sql.js';
import type { DriveQuery, Position } from '../search-index.js';
import { countKey, type KnownCount } from './count-cache.js';
import { conditionsOf, type WhereOptions } from './where.js';

export interface PageParts extends DriveQuery {
  /** SQL of what is sorted by, ascending, over `drive d`. */
  key: (parameters: Parameters) => string;
  /** SQL of what is answered beside id and key, over `card c`. */
  columns: (parameters: Parameters) => string;
  after: Position | null;
  limit: number;
  includeCount: boolean;
}

export interface PageOptions extends WhereOptions {
  /** Whether so many drives lie in the bounds that reading all is the quickest way to count them. */
  mostInBounds: boolean;
  knownCount: (key: string) => KnownCount;
}

export interface PageRow {
  /** Null in the one row that carries the count of a page without drives. */
  id: string | null;
  key: number;
  count: string | null;
  /** Where a count was kept or may be. */
  snapshot: string | null;
}

export interface PageStatement extends Statement {
  /** Under which the count is kept; undefined where counting costs next to nothing. */
  countKey: string | undefined;
}

/**
 * One statement for a batch of an order and, when asked for, the count of the whole. The drives of narrow bounds are
 * collected once, then counted and sorted; for everything else the planner chooses between walking the order and collecting.
 */
export function pageStatement(parts: PageParts, options: PageOptions): PageStatement {
  const parameters = new Parameters();
  const key = parts.key(parameters);
  const where = whereOf(parts, options, parameters);
  const collects = parts.filters.bounds !== undefined && !options.wideBounds;
  const page = collects
    ? batch({ id: 'f.id', key: 'f.key', from: 'found f', where: 'true' }, parts, parameters)
    : batch({ id: 'd.id', key, from: 'drive d', where }, parts, parameters);
  const hits = `select p.id, p.key, ${parts.columns(parameters)} from (${page}) p join card c on c.id = p.id`;
  if (collects) {
    const found = `with found as materialized (select d.id, ${key} as key from drive d where ${where})`;
    const counted = parts.includeCount ? 'select count(*), null::text from found' : null;
    return { text: `${found} ${joined(hits, counted)}`, values: parameters.values, countKey: undefined };
  }
  if (!parts.includeCount) return { text: joined(hits, null), values: parameters.values, countKey: undefined };
  return { ...countedLarge(parts, options, hits, parameters), values: parameters.values };
}

/** The count comes from what is known while the database shows the same, and is made anew otherwise. */
function countedLarge(parts: PageParts, options: PageOptions, hits: string, parameters: Parameters) {
  const own = new Parameters();
  const asked = countKey({
    text: whereOf(parts, { ...options, wideBounds: options.mostInBounds }, own),
    values: own.values,
  });
  const known = options.knownCount(asked);
  const where = whereOf(parts, { ...options, wideBounds: options.mostInBounds }, parameters);
  const snapshot = 'pg_current_snapshot()::text';
  const counted = `select case when ${snapshot} = ${parameters.add(known.snapshot, 'text')} then ${parameters.add(known.count, 'int8')}
    else (select count(*) from drive d where ${where}) end, ${snapshot}`;
  return { text: joined(hits, counted), countKey: asked };
}

function whereOf({ filters, caller }: PageParts, options: WhereOptions, parameters: Parameters): string {
  return conditionsOf(filters, caller, options, parameters).join(' and ');
}

/** The count stays when there are no drives to put it beside. */
function joined(hits: string, counted: string | null): string {
  return counted === null
    ? `select h.*, null as count, null as snapshot from (${hits}) h order by h.key, h.id`
    : `select h.*, n.count, n.snapshot from (${counted}) n(count, snapshot) left join (${hits}) h on true order by h.key, h.id`;
}

function batch(
  sql: { id: string; key: string; from: string; where: string },
  { after, limit }: PageParts,
  parameters: Parameters,
): string {
  const behind = after
    ? ` and (${sql.key}, ${sql.id}) > (${parameters.add(after.key, 'float8')}, ${parameters.add(after.id, 'text')} collate "C")`
    : '';
  return `select ${sql.id} as id, ${sql.key} as key from ${sql.from} where ${sql.where}${behind}
    order by ${sql.key}, ${sql.id} limit ${parameters.add(limit, 'int')}`;
}
