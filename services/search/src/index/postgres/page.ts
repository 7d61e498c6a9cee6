import { Parameters, type Statement } from './sql.js';
import type { DriveQuery, Position } from '../search-index.js';
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

export interface PageRow {
  /** Null in the one row that carries the count of a page without drives. */
  id: string | null;
  key: number;
  count: string | null;
}

/**
 * One statement for a batch of an order and, when asked for, the count of the whole. The drives of narrow bounds are
 * collected once, then counted and sorted; for everything else the planner chooses between walking the order and collecting.
 */
export function pageStatement(parts: PageParts, options: WhereOptions): Statement {
  const parameters = new Parameters();
  const key = parts.key(parameters);
  const where = conditionsOf(parts.filters, parts.caller, options, parameters).join(' and ');
  const collects = parts.filters.bounds !== undefined && !options.wideBounds;
  const page = collects
    ? batch({ id: 'f.id', key: 'f.key', from: 'found f', where: 'true' }, parts, parameters)
    : batch({ id: 'd.id', key, from: 'drive d', where }, parts, parameters);
  const found = collects ? `with found as materialized (select d.id, ${key} as key from drive d where ${where})` : '';
  const hits = `select p.id, p.key, ${parts.columns(parameters)} from (${page}) p join card c on c.id = p.id`;
  const count = collects ? 'select count(*) from found' : `select count(*) from drive d where ${where}`;
  const text = parts.includeCount
    ? `select h.*, n.count from (${count}) n(count) left join (${hits}) h on true order by h.key, h.id`
    : `select h.*, null as count from (${hits}) h order by h.key, h.id`;
  return { text: `${found} ${text}`, values: parameters.values };
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
