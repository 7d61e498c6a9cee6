import { splitBounds, widthDegrees } from '@switchback/geo/bounds';
import { wrapLongitude, type Bounds } from '@switchback/geo/location';
import type { Cluster } from '@switchback/proto/search/v1/service';
import type { DriveQuery } from '../search-index.js';
import { boxText } from './columns.js';
import { Parameters, type Statement } from './sql.js';
import { conditionsOf, type WhereOptions } from './where.js';

/** A cell is an eighth of a 512 pixel tile: 64 pixels. */
const CELLS_PER_TILE = 8;
/** More cells than this the database does not make, however close the zoom and wide the bounds. */
const CELLS_MAX = 4_800;
export const WORLD: Bounds = { north: 90, east: 180, south: -90, west: -180 };

export interface CellRow {
  x: number;
  y: number;
  count: number;
  lat: number;
  lng: number;
  north: number;
  east: number;
  south: number;
  west: number;
  id: string;
}

/** Drives counted by cells of a grid that stays in place while the map is moved. */
export function clustersStatement(query: DriveQuery, cellDegrees: number, options: WhereOptions): Statement {
  const parameters = new Parameters();
  const { bounds } = query.filters;
  const where = conditionsOf(query.filters, query.caller, options, parameters).join(' and ');
  const place = bounds ? placeInside(bounds, parameters) : 'box(d.start, d.start)';
  const unturned =
    bounds && bounds.west > bounds.east
      ? `case when e < ${parameters.add(bounds.west, 'float8')} then 360 else 0 end`
      : '0';
  const cell = parameters.add(cellDegrees, 'float8');
  return {
    text: `select floor(x / ${cell})::int as x, floor(y / ${cell})::int as y, count(*)::int as count, avg(x) as lng, avg(y) as lat,
        max(n) as north, max(e) as east, min(s) as south, min(w) as west, min(id) as id
      from (select id, (w + e) / 2 + turn as x, (s + n) / 2 as y, w + turn as w, e + turn as e, s, n from (
        select id, w, e, s, n, ${unturned} as turn from (
          select id, (place[1])[0] as w, (place[0])[0] as e, (place[1])[1] as s, (place[0])[1] as n
          from (select d.id, ${place} as place from drive d where ${where} offset 0) a) b) c) f
      group by 1, 2`,
    values: parameters.values,
  };
}

/** Neighboring cells joined until at most `limit` are left; together they count every drive once. */
export function clustersOf(rows: readonly CellRow[], limit: number): Cluster[] {
  let cells = [...rows];
  while (cells.length > limit) cells = joinCells(cells);
  return cells.map(({ count, lat, lng, north, east, south, west, id }) => ({
    location: { lat: round(lat), lng: round(wrapLongitude(lng)) },
    count,
    bounds: { north, south, east: wrapEast(east), west: wrapLongitude(west) },
    ...(count === 1 && { id }),
  }));
}

function joinCells(cells: readonly CellRow[]): CellRow[] {
  const joined = new Map<string, CellRow>();
  for (const cell of cells) {
    const [x, y] = [cell.x >> 1, cell.y >> 1];
    const other = joined.get(`${x} ${y}`);
    joined.set(`${x} ${y}`, other ? joinCell(other, { ...cell, x, y }) : { ...cell, x, y });
  }
  return [...joined.values()];
}

/** One cell, in the place of the first, that holds what two held. */
export function joinCell(a: CellRow, b: CellRow): CellRow {
  const count = a.count + b.count;
  return {
    ...a,
    count,
    lat: (a.lat * a.count + b.lat * b.count) / count,
    lng: (a.lng * a.count + b.lng * b.count) / count,
    north: Math.max(a.north, b.north),
    east: Math.max(a.east, b.east),
    south: Math.min(a.south, b.south),
    west: Math.min(a.west, b.west),
  };
}

/** Degrees of a cell's sides: they halve with each zoom level, unless the bounds would then hold too many. */
export function cellSize(zoom: number, bounds: Bounds = WORLD): number {
  const area = widthDegrees(bounds) * (bounds.north - bounds.south);
  let degrees = 360 / CELLS_PER_TILE / 2 ** Math.floor(zoom);
  while (area / degrees ** 2 > CELLS_MAX) degrees *= 2;
  return degrees;
}

/**
 * Where a drive is counted: its start when that lies in the bounds, else what the bounds show of the first piece of its
 * route that they touch.
 */
function placeInside(bounds: Bounds, parameters: Parameters): string {
  const boxes = splitBounds(bounds).map(({ north, east, south, west }) =>
    parameters.add(boxText(west, south, east, north), 'box'),
  );
  const starts = boxes.map((box) => `when d.start <@ ${box} then box(d.start, d.start)`);
  const pieces = boxes.map(
    (box) => `(select p.box # ${box} from part p where p.id = d.id and p.box && ${box} limit 1)`,
  );
  return `case ${starts.join(' ')} else coalesce(${pieces.join(', ')}, box(d.start, d.start)) end`;
}

/** A tenth of a metre is more than a map shows, and every digit travels. */
function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

function wrapEast(east: number): number {
  const wrapped = wrapLongitude(east);
  return wrapped === -180 ? 180 : wrapped;
}
