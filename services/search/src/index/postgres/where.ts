import { splitBounds } from '@switchback/geo/bounds';
import type { Bounds } from '@switchback/geo/location';
import { chordOf } from '@switchback/geo/sphere';
import type { Caller } from '@switchback/platform/rpc/call';
import { isStaff, viewersOf } from '@switchback/platform/wire/audience';
import type { Filters } from '@switchback/proto/search/v1/service';
import { type Condition, filterConditions } from '../filters.js';
import { listedIds } from '../listed.js';
import { boxText, reachOf, sphereText } from './columns.js';
import { cellsOfBounds } from './route-cells.js';
import type { Parameters } from './sql.js';

/** A box narrower than the server's tolerance in comparing points (1e-6 degrees) has no outline to cross. */
const OUTLINE_MIN_DEGREES = 1e-6;

export interface WhereOptions {
  /** The text filter as a tsquery; null for none. */
  words: string | null;
  /** Whether most drives lie in the bounds, so that an index on them does not help. */
  wideBounds: boolean;
}

/**
 * Returns the conditions on `drive d` that must all hold: visibility for the caller first, then each filter that is
 * set.
 */
export function conditionsOf(
  filters: Filters,
  caller: Caller | null,
  options: WhereOptions,
  parameters: Parameters,
): string[] {
  return [
    visible(filters, caller, parameters),
    ...(filters.bounds ? [crosses(filters.bounds, options.wideBounds, parameters)] : []),
    ...(options.words === null
      ? []
      : [
          `exists (select from drive_text t where t.id = d.id and t.words @@ ${parameters.add(options.words, 'tsquery')})`,
        ]),
    ...(filters.ids.length > 0 ? [`d.id = any(${parameters.add(storable(filters.ids), 'text[]')})`] : []),
    ...filterConditions(filters).flatMap((condition) => satisfies(condition, parameters)),
    ...near(filters, parameters),
  ];
}

/** Drops ids with a character that the database cannot store; no drive has one. */
export function storable(ids: readonly string[]): string[] {
  return ids.filter((id) => !id.includes('\0'));
}

/** Matches the requested kinds of drives, as far as the caller belongs to their audience. */
export function visible(filters: Filters, caller: Caller | null, parameters: Parameters): string {
  const kinds: string[] = [];
  if (filters.includePublic) kinds.push('d.is_public');
  if (caller && (filters.includePrivate || filters.includeShared)) {
    const conditions = [viewed(caller, parameters)];
    // A non-public drive that the caller may see is either their own or shared with them.
    if (!filters.includeShared)
      conditions.push(`d.owner_id <> '' and d.owner_id = ${parameters.add(caller.userId, 'text')}`);
    if (!filters.includePrivate) conditions.push(`d.owner_id <> ${parameters.add(caller.userId, 'text')}`);
    kinds.push(`(${conditions.join(' and ')})`);
  }
  const listed = listedIds(filters);
  if (listed.length > 0) {
    const ids = parameters.add(storable(listed), 'text[]');
    kinds.push(`(d.id = any(${ids}) and ${maySee(caller, parameters)})`);
  }
  return kinds.length > 0 ? `(${kinds.join(' or ')})` : 'false';
}

/** Tests whether the caller belongs to the audience of `drive d`. */
export function maySee(caller: Caller | null, parameters: Parameters): string {
  if (caller === null) return 'd.is_public';
  return isStaff(caller) ? 'true' : `(d.is_public or ${viewed(caller, parameters)})`;
}

/** Tests whether the caller is among the viewers; public drives have none. */
function viewed(caller: Caller, parameters: Parameters): string {
  return `(d.viewers <> '{}' and d.viewers && ${parameters.add(viewersOf(caller), 'text[]')})`;
}

/** Returns the tests of a condition on a drive's values, which must all hold. */
export function satisfies(condition: Condition, parameters: Parameters): string[] {
  const column = `d.${condition.column}`;
  if (condition.kind === 'labels') {
    const operator = condition.needs === 'all' ? '@>' : '&&';
    return [`${column} ${operator} ${parameters.add(condition.values, `${condition.type}[]`)}`];
  }
  const ends = [
    ['>=', condition.min],
    ['<=', condition.max],
  ] as const;
  return ends.flatMap(([operator, end]) =>
    end === undefined ? [] : [`${column} ${operator} ${parameters.add(end, 'float8')}`],
  );
}

function near({ geocode }: Filters, parameters: Parameters): string[] {
  if (geocode?.proximityMeters === undefined) return [];
  const center = parameters.add(sphereText(geocode), 'cube');
  const chord = parameters.add(chordOf(geocode.proximityMeters), 'float8');
  return [`(${reachOf('d.')} && cube_enlarge(${center}, ${chord}, 3) and d.sphere <-> ${center} <= ${chord})`];
}

/** Tests whether a route crosses the bounds; splits bounds across the antimeridian into two boxes. */
function crosses(bounds: Bounds, isWide: boolean, parameters: Parameters): string {
  const tests = splitBounds(bounds).map((box) => crossesBox(box, parameters));
  const test = tests.length > 1 ? `(${tests.join(' or ')})` : tests[0]!;
  // The planner assumes that any box is narrow. For an opaque condition it assumes that half of the rows pass.
  return isWide
    ? `case when ${test} then true else false end`
    : `d.cells && ${parameters.add(cellsOfBounds(bounds), 'int[]')} and ${test}`;
}

/**
 * Tests whether a route crosses a box. A route is one unbroken line: if its bounding box lies within the box in one
 * direction and touches it, it crosses it. Its pieces are checked only if its bounding box contains a corner of the
 * box.
 */
function crossesBox({ north, east, south, west }: Bounds, parameters: Parameters): string {
  const box = parameters.add(boxText(west, south, east, north), 'box');
  const [e, n] = [Math.max(east, west + OUTLINE_MIN_DEGREES), Math.max(north, south + OUTLINE_MIN_DEGREES)];
  const outline = parameters.add(`((${west},${south}),(${e},${south}),(${e},${n}),(${west},${n}))`, 'path');
  const within = (axis: 0 | 1, low: number, high: number) =>
    `(d.box[1])[${axis}] >= ${parameters.add(low, 'float8')} and (d.box[0])[${axis}] <= ${parameters.add(high, 'float8')}`;
  // A route on the antimeridian has the full range of longitudes, which means unknown.
  const knowsLongitudes = '((d.box[1])[0] > -180 or (d.box[0])[0] < 180)';
  // A scalar subquery runs per drive; for an `exists` the planner may first build a table of every piece in the box.
  return `(d.box && ${box} and (${within(0, west, east)} or d.start <@ ${box} or ${within(1, south, north)} and ${knowsLongitudes} or (
    select true from part p where p.number = d.number and p.box && ${box} and (p.box <@ ${box} or p.path ?# ${outline}) limit 1)))`;
}
