import { LIMITS } from '@switchback/contracts/rules/limits';
import { boundsOfPath } from '@switchback/geo/bounds';
import { distanceMeters, pathLengthMeters } from '@switchback/geo/distance';
import { degreesPerKm } from '@switchback/geo/heading-change';
import { lineCurviness, simplifyLine } from '@switchback/geo/lines';
import { type ElevatedPoint, splitElevations, withElevations } from '@switchback/geo/elevation';
import type { LatLng } from '@switchback/geo/location';
import { metersAlong } from '@switchback/geo/measured-line';
import { joinParts, lineLengthMeters, partsOf, withoutRepeats } from '@switchback/geo/parts';
import { decodePolyline, encodePolyline, PolylineError } from '@switchback/geo/polyline';
import type { DirectionLeg, Directions, Waypoint } from '@switchback/proto/drives/v1/drive';
import { DETOUR } from '@switchback/geo/straight-way';
import { refuseRoute } from '../lines/refuse-route.js';
import type { MeasuredLine } from './drive-content.js';
import { oneLine } from '@switchback/tracks/features/plain-text';
import { IMPORT_LIMITS } from '@switchback/tracks/features/raw-feature';
import {
  type LineWaypoint,
  type PlacedWaypoint,
  placeOnLine,
  type StoredManeuver,
} from '@switchback/tracks/waypoints/place-on-line';

/** Maximum gap between the end of one leg and the start of the next. */
const LEG_GAP_METERS = 100;
/** Plausible average speeds of a whole drive; a duration outside of them is replaced by an estimate. */
const [SLOWEST_METERS_PER_SECOND, FASTEST_METERS_PER_SECOND] = [1, 60];

/** A drawn or routed line, measured by us: a client's own figures count only within what a line allows. */
export interface MeasuredRoute extends MeasuredLine {
  waypoints: LineWaypoint[];
  source: string;
}

/**
 * Joins the legs of directions into one line and measures it.
 * @param waypoints in the order of the legs; if empty, the ends of the legs.
 * @throws ProductError `invalidInput` under `directions` if legs do not join, miss their waypoints or leave the earth.
 */
export function measureRoute(directions: Directions, waypoints: readonly PlacedWaypoint[]): MeasuredRoute {
  const { points, breaks } = joinLegs(directions);
  // First of all measurements: some take long on a longer line.
  if (lineLengthMeters(points) > LIMITS.pathKilometersMax * 1_000) {
    throw refuseRoute('directions', `The line is longer than ${LIMITS.pathKilometersMax.toLocaleString('en')} km.`);
  }
  // Before waypoints are placed: each may add a point to the line.
  const approximateMeters = directions.source === 'approximate' ? roadMeters(directions, points, breaks) : null;
  const facts = factsOfLegs(directions, points, breaks);
  const placed = placeOnLine(points, breaks, waypoints.length > 0 ? waypoints : endsOf(directions));
  if ('fault' in placed) throw refuseRoute(placed.field, placed.fault);
  const { path, elevation } = splitElevations(points);
  const lengthMeters = lineLengthMeters(path);
  if (lengthMeters < 1) throw refuseRoute('directions', 'The line has no length.');
  const durationSeconds = directions.legs.reduce((sum, { duration }) => sum + duration, 0);
  const driven = approximateMeters ?? lengthMeters;
  const speed = driven / durationSeconds;
  const isPlausible = speed >= SLOWEST_METERS_PER_SECOND && speed <= FASTEST_METERS_PER_SECOND;
  return {
    path,
    elevation,
    waypoints: withLegFacts(placed.waypoints, facts),
    distanceMeters: driven,
    durationSeconds: isPlausible ? Math.round(durationSeconds) : null,
    durationSource: isPlausible && directions.source !== 'approximate' ? 'given' : 'estimated',
    bounds: boundsOfPath(path),
    overviewPath: encodePolyline(simplifyLine(path, IMPORT_LIMITS.overviewPointsMax)),
    curviness: lineCurviness(path),
    degreesPerKm: degreesPerKm(path),
    source: directions.source,
  };
}

/** A maneuver this far beyond the end of its leg is at its end: its distance was rounded. */
const ROUNDING_METERS = 1;

type LegFacts = Pick<LineWaypoint, 'taste' | 'maneuvers'>;

/** @throws ProductError `invalidInput` under `directions` for maneuvers that do not ascend, or lie beyond their leg. */
function factsOfLegs({ legs }: Directions, points: readonly LatLng[], breaks: readonly number[]): LegFacts[] {
  const along = metersAlong(points);
  return legs.map((leg, index): LegFacts => {
    const maneuvers = placedManeuvers(leg, along[breaks[index + 1]!]! - along[breaks[index]!]!);
    return { ...(leg.taste !== undefined && { taste: leg.taste }), ...(maneuvers && { maneuvers }) };
  });
}

/** Adds the kinds of ways that the author chose, and the maneuvers, if each leg leads from one waypoint to the next. */
function withLegFacts(waypoints: readonly LineWaypoint[], facts: readonly LegFacts[]): LineWaypoint[] {
  if (waypoints.length !== facts.length + 1) return [...waypoints];
  return waypoints.map((waypoint, index) => ({ ...waypoint, ...facts[index - 1] }));
}

function placedManeuvers({ maneuvers }: DirectionLeg, legMeters: number): StoredManeuver[] | undefined {
  let lastMeters = 0;
  return maneuvers?.items.map(({ type, along, road, exit, text }) => {
    if (along < lastMeters) throw refuseRoute('directions', 'The maneuvers of a leg are not in its order.');
    if (along > legMeters + ROUNDING_METERS) throw refuseRoute('directions', 'A maneuver lies beyond its leg.');
    lastMeters = along;
    return { type, along: Math.min(along, legMeters), road, ...(exit !== undefined && { exit }), text };
  });
}

/** Returns the whole line and the indexes at which legs start and end. */
function joinLegs({ legs, source }: Directions): { points: ElevatedPoint[]; breaks: number[] } {
  const line: ElevatedPoint[] = [];
  const breaks = [0];
  for (const leg of legs) {
    const points = decodeLeg(leg, source === 'track');
    const last = line.at(-1);
    const [first] = points;
    if (last && distanceMeters(last, first!) > LEG_GAP_METERS) {
      throw refuseRoute('directions', 'A leg does not begin where the one before it ends.');
    }
    const isJoined = last?.lat === first?.lat && last?.lng === first?.lng;
    for (const point of isJoined ? points.slice(1) : points) line.push(point);
    if (line.length > LIMITS.pathPointsMax) {
      throw refuseRoute('directions', `The line has more than ${LIMITS.pathPointsMax.toLocaleString('en')} points.`);
    }
    breaks.push(line.length - 1);
  }
  return { points: line, breaks };
}

/**
 * Returns the length of the roads along approximate directions, as the editor showed it: straight legs claim more than
 * their line, but no more than the approximate router adds; drawn and routed legs between them claim their own.
 */
function roadMeters({ legs }: Directions, path: readonly LatLng[], breaks: readonly number[]): number {
  return legs.reduce((sum, { distance }, index) => {
    const lineMeters = pathLengthMeters(path.slice(breaks[index], breaks[index + 1]! + 1));
    return sum + Math.min(Math.max(distance, lineMeters), DETOUR * lineMeters);
  }, 0);
}

/** Decodes a leg. Routers repeat points and tracks pause; only a former drive or file has parts far apart. */
function decodeLeg({ path, elevation = '' }: DirectionLeg, mayHaveParts: boolean): ElevatedPoint[] {
  try {
    const points = withElevations(decodePolyline(path), elevation);
    if (points.length > 0) return mayHaveParts ? farParts(points) : withoutRepeats(points);
  } catch (error) {
    if (!(error instanceof PolylineError)) throw error;
    throw refuseRoute('directions', error.message);
  }
  throw refuseRoute('directions', 'A leg has no line.');
}

/** Merges parts that nearly meet. */
function farParts(line: readonly ElevatedPoint[]): ElevatedPoint[] {
  const parts: ElevatedPoint[][] = [];
  for (const part of partsOf(line)) {
    const end = parts.at(-1)?.at(-1);
    if (end && distanceMeters(end, part[0]!) <= LEG_GAP_METERS) parts.at(-1)!.push(...part);
    else parts.push([...part]);
  }
  return joinParts(parts.map(withoutRepeats));
}

/**
 * Returns the ends of all legs; only the first start and the last end if there are more than a drive may have
 * waypoints.
 */
function endsOf({ legs }: Directions): PlacedWaypoint[] {
  const ends = [legs[0]?.start, ...legs.map(({ end }) => end)].flatMap((point) => placedAt(point) ?? []);
  return ends.length > LIMITS.waypointsMax ? [ends[0]!, ends.at(-1)!] : ends;
}

function placedAt(point: Waypoint | undefined): PlacedWaypoint | null {
  return point?.location ? { label: oneLine(point.label), location: point.location } : null;
}
