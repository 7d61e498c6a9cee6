import { queryRows } from '@switchback/platform/db/sql';
import type { Bounds } from '@switchback/geo/location';
import { z } from 'zod';
import type { CellRow } from '../cells.js';
import { type FacetRow, REPLACING_FACETS } from '../facets.js';
import { type Sql, type Statement, statementRows } from './sql.js';

/** Drives without a value come last: their key is infinite, which is no number for zod. */
const KEY = z.custom<number | null>((value) => value === null || typeof value === 'number');
/** Null, except for the count, in the single row that carries the count of an empty page. */
const PAGE = z.strictObject({ id: z.string().nullable(), key: KEY, count: z.number().nullable() });
const NEAR = PAGE.extend({ hash: z.string().nullable(), line: z.string().nullable() });
const HIT = NEAR.extend({ summary: z.string().nullable() });
const CARD = z.strictObject({ hash: z.string(), summary: z.string() });
const LINE = PAGE.extend({ path: z.string().nullable(), approximate: z.boolean().nullable() });
const BOX = PAGE.extend({ bounds: z.string().nullable() });
const COUNT = z.strictObject({ count: z.number() });
const CELL = z.strictObject({
  x: z.number(),
  y: z.number(),
  count: z.number(),
  lat: z.number(),
  lng: z.number(),
  north: z.number(),
  east: z.number(),
  south: z.number(),
  west: z.number(),
  id: z.string(),
}) satisfies z.ZodType<CellRow>;
const ID = z.strictObject({ id: z.string() });
const FACET = z.strictObject({
  facet: z.enum([...REPLACING_FACETS, 'tags']),
  value: z.string(),
  count: z.number(),
}) satisfies z.ZodType<FacetRow>;
const REBUILD = z.strictObject({ is_running: z.boolean() });

export type SearchRow = z.infer<typeof HIT>;
export type NearRow = z.infer<typeof NEAR>;
export type CardRow = z.infer<typeof CARD>;
type LineRow = z.infer<typeof LINE>;

/** Reads a page of drives. */
export function searchRows(sql: Sql, statement: Statement): Promise<SearchRow[]> {
  return statementRows(sql, HIT, statement);
}

/** Reads a page of drives with their lines alone. */
export function nearRows(sql: Sql, statement: Statement): Promise<NearRow[]> {
  return statementRows(sql, NEAR, statement);
}

/** Reads the summaries of drives. */
export function cardRows(sql: Sql, statement: Statement): Promise<CardRow[]> {
  return statementRows(sql, CARD, statement);
}

/** Reads the boxes of drives. */
export async function boundsOf(sql: Sql, statement: Statement): Promise<Bounds[]> {
  const rows = await statementRows(sql, BOX, statement);
  return rows.flatMap(({ bounds }) => (bounds === null ? [] : [JSON.parse(bounds) as Bounds]));
}

/** Reads the lines of drives. */
export function lineRows(sql: Sql, statement: Statement): Promise<LineRow[]> {
  return statementRows(sql, LINE, statement);
}

/** Counts drives by cells. */
export function cellRows(sql: Sql, statement: Statement): Promise<CellRow[]> {
  return statementRows(sql, CELL, statement);
}

/** Reads the ids of drives. */
export async function idRows(sql: Sql, statement: Statement): Promise<string[]> {
  return (await statementRows(sql, ID, statement)).map(({ id }) => id);
}

/** Counts drives by the choices of facets. */
export function facetRows(sql: Sql, statement: Statement): Promise<FacetRow[]> {
  return statementRows(sql, FACET, statement);
}

/** Counts drives. */
export async function countOf(sql: Sql, statement: Statement): Promise<number> {
  const [row] = await statementRows(sql, COUNT, statement);
  return row?.count ?? 0;
}

/**
 * Returns whether a rebuild is running, which starts and swaps before or after the caller's transaction, not in between.
 */
export async function lockRebuild(sql: Sql): Promise<boolean> {
  const [rebuild] = await queryRows(sql, REBUILD, 'select is_running from rebuild for share');
  return rebuild?.is_running ?? false;
}
