import { splitBounds } from '@switchback/geo/bounds';
import type { Bounds } from '@switchback/geo/location';
import type { DriveQuery } from '../search-index.js';
import { boxText } from './columns.js';
import { Parameters, type Statement } from './sql.js';
import { conditionsOf, type WhereOptions } from './where.js';

/** Counts drives by cells of a grid that stays in place while the map is moved. */
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

/**
 * Returns SQL for the place at which a drive is counted: its start if that is in the bounds, else the visible part of
 * the westernmost piece of its route that touches the bounds.
 */
function placeInside(bounds: Bounds, parameters: Parameters): string {
  const boxes = splitBounds(bounds).map(({ north, east, south, west }) =>
    parameters.add(boxText(west, south, east, north), 'box'),
  );
  const starts = boxes.map((box) => `when d.start <@ ${box} then box(d.start, d.start)`);
  const pieces = boxes.map(
    (box) => `(select p.box # ${box} from part p where p.number = d.number and p.box && ${box}
      order by (p.box[1])[0], (p.box[1])[1] limit 1)`,
  );
  return `case ${starts.join(' ')} else coalesce(${pieces.join(', ')}, box(d.start, d.start)) end`;
}
