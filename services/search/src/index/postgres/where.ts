import { splitBounds } from '@switchback/geo/bounds';
import { EARTH_RADIUS_METERS } from '@switchback/geo/distance';
import type { Bounds } from '@switchback/geo/location';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { Caller } from '@switchback/platform/rpc/call';
import type { Filters, Range } from '@switchback/proto/search/v1/service';
import { boxText, sphereText } from './columns.js';
import type { Parameters } from './sql.js';

/** Narrower than the server's own tolerance in comparing points (1e-6 degrees), a box has no outline to cross. */
const OUTLINE_MIN_DEGREES = 1e-6;

export interface WhereOptions {
  /** The words of the text filter as a tsquery; null for none. */
  words: string | null;
  /** Whether most drives lie in the bounds, so that an index on them is of no use. */
  wideBounds: boolean;
}

/** The conditions on `drive d` of which all must hold: what the caller may see first, then each filter that is set. */
export function conditionsOf(
  filters: Filters,
  caller: Caller | null,
  options: WhereOptions,
  parameters: Parameters,
): string[] {
  const ratings: [string, Range | undefined, number][] = [
    ['intensity_rating', filters.intensityRating, LIMITS.ratingMax],
    ['road_quality_rating', filters.roadQualityRating, LIMITS.ratingMax],
    ['traffic_rating', filters.trafficRating, LIMITS.ratingMax],
    ['curviness', filters.curviness, LIMITS.curvinessMax],
  ];
  return [
    visible(filters, caller, parameters),
    ...(filters.bounds ? [crosses(filters.bounds, options.wideBounds, parameters)] : []),
    ...(options.words === null
      ? []
      : [
          `exists (select from drive_text t where t.id = d.id and t.words @@ ${parameters.add(options.words, 'tsquery')})`,
        ]),
    ...(filters.ids.length > 0 ? [`d.id = any(${parameters.add(storable(filters.ids), 'text[]')})`] : []),
    ...(filters.countryId === undefined ? [] : [`d.country_ids @> ${parameters.add([filters.countryId], 'int[]')}`]),
    ...(filters.stateIds.length > 0 ? [`d.state_ids && ${parameters.add(filters.stateIds, 'int[]')}`] : []),
    ...(filters.tags.length > 0
      ? [
          `d.tags @> ${parameters.add(
            filters.tags.map(({ category, name }) => `${category}:${name}`),
            'text[]',
          )}`,
        ]
      : []),
    ...(filters.starRating ? [`d.star_rating >= ${parameters.add(filters.starRating, 'float8')}`] : []),
    ...inRange('distance', filters.distance, parameters),
    ...inRange('duration', filters.duration, parameters),
    ...ratings.flatMap(([column, range, max]) => (coversAll(range, max) ? [] : inRange(column, range, parameters))),
    ...near(filters, parameters),
  ];
}

/** No id has a character that the database cannot hold. */
export function storable(ids: readonly string[]): string[] {
  return ids.filter((id) => !id.includes('\0'));
}

/** The kinds of drive that are on, each with who may see it. Saved and completed lists slot in as further kinds. */
function visible(filters: Filters, caller: Caller | null, parameters: Parameters): string {
  const kinds: string[] = [];
  if (filters.includePublic) kinds.push('d.is_public');
  if (caller && filters.includePrivate) {
    kinds.push(`(d.owner_id <> '' and d.owner_id = ${parameters.add(caller.userId, 'text')} and not d.is_public)`);
  }
  if (caller && caller.accountType !== 'free' && filters.includeShared) {
    kinds.push(`(d.shared_with <> '{}' and d.shared_with @> ${parameters.add([caller.userId], 'text[]')})`);
  }
  return kinds.length > 0 ? `(${kinds.join(' or ')})` : 'false';
}

/** A range over the whole scale is none: it would leave out those without a value. */
function coversAll(range: Range | undefined, max: number): boolean {
  return (range?.min ?? 0) <= 0 && (range?.max ?? max) >= max;
}

function inRange(column: string, range: Range | undefined, parameters: Parameters): string[] {
  return [
    ...(range?.min === undefined ? [] : [`d.${column} >= ${parameters.add(range.min, 'float8')}`]),
    ...(range?.max === undefined ? [] : [`d.${column} <= ${parameters.add(range.max, 'float8')}`]),
  ];
}

function near({ geocode }: Filters, parameters: Parameters): string[] {
  if (geocode?.proximityMeters === undefined) return [];
  const center = parameters.add(sphereText(geocode), 'cube');
  const angle = Math.min(Math.PI, geocode.proximityMeters / EARTH_RADIUS_METERS);
  const chord = parameters.add(2 * Math.sin(angle / 2), 'float8');
  return [`(d.sphere <@ cube_enlarge(${center}, ${chord}, 3) and d.sphere <-> ${center} <= ${chord})`];
}

/** A box across the antimeridian is two boxes. */
function crosses(bounds: Bounds, isWide: boolean, parameters: Parameters): string {
  const tests = splitBounds(bounds).map((box) => crossesBox(box, parameters));
  const test = tests.length > 1 ? `(${tests.join(' or ')})` : tests[0]!;
  // The planner takes any box for a narrow one. A condition it cannot see into it takes for one that half the rows pass.
  return isWide ? `case when ${test} then true else false end` : test;
}

function crossesBox({ north, east, south, west }: Bounds, parameters: Parameters): string {
  const box = parameters.add(boxText(west, south, east, north), 'box');
  const [e, n] = [Math.max(east, west + OUTLINE_MIN_DEGREES), Math.max(north, south + OUTLINE_MIN_DEGREES)];
  const outline = parameters.add(`((${west},${south}),(${e},${south}),(${e},${n}),(${west},${n}))`, 'path');
  // A scalar subquery is asked drive by drive; of an `exists` the planner may make a table of every piece in the box first.
  return `(d.box && ${box} and (d.box <@ ${box} or d.start <@ ${box} or (
    select true from part p where p.id = d.id and p.box && ${box} and (p.box <@ ${box} or p.path ?# ${outline}) limit 1)))`;
}
