import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';

/** Maximum number of intermediate stops per link: Google's limit (developers.google.com/maps/documentation/urls). */
export const STOPS_PER_LINK_MAX = 9;
/** Maximum spacing of stops: this close, a router has little room to leave the drive for a faster road. */
export const STOP_SPACING_MAX_METERS = 16_000;
/** Maximum number of legs: a drive too long for them gets stops spaced further apart. */
export const LEGS_MAX = 12;

const DECIMALS = 5;

/**
 * Splits a drive into a chain of legs, each with a start, up to nine stops and an end that is the start of the next
 * leg. The stops are spaced evenly along the line, so that a router follows it; the drive's own waypoints replace the
 * stops nearest to them. Returns no legs for a line of fewer than two points.
 */
export function directionLegs(path: readonly LatLng[], waypoints: readonly LatLng[] = []): LatLng[][] {
  const ways = cumulativeMeters(path);
  const length = ways.at(-1) ?? 0;
  if (path.length < 2 || length === 0) return [];
  const hopsPerLeg = STOPS_PER_LINK_MAX + 1;
  const legs = Math.min(LEGS_MAX, Math.max(1, Math.ceil(length / (hopsPerLeg * STOP_SPACING_MAX_METERS))));
  const hops = legs * hopsPerLeg;
  const points = Array.from({ length: hops + 1 }, (_, index) => pointAt(path, ways, (length * index) / hops));
  placeWaypoints(points, waypoints, length / hops);
  return Array.from({ length: legs }, (_, leg) => points.slice(leg * hopsPerLeg, (leg + 1) * hopsPerLeg + 1))
    .map(withoutRepeats)
    .filter((leg) => leg.length > 1);
}

/** Removes consecutive duplicates: on a line of few points, several stops share one point. */
function withoutRepeats(leg: LatLng[]): LatLng[] {
  return leg.filter((point, index) => index === 0 || text(point) !== text(leg[index - 1] ?? point));
}

/** Returns one URL per leg: driving directions via its stops to its end. */
export function googleMapsLinks(legs: readonly (readonly LatLng[])[]): string[] {
  return legs.map((leg) => {
    const { start, stops, end } = linesOf(leg);
    return address('https://www.google.com/maps/dir/', [
      ['api', '1'],
      ['travelmode', 'driving'],
      ['origin', start],
      ['destination', end],
      ['waypoints', stops.join('|')],
    ]);
  });
}

/** Returns one URL per leg, in the format of Apple's unified Maps URLs. */
export function appleMapsLinks(legs: readonly (readonly LatLng[])[]): string[] {
  return legs.map((leg) => {
    const { start, stops, end } = linesOf(leg);
    const waypoints = stops.map((stop): [string, string] => ['waypoint', stop]);
    return address('https://maps.apple.com/directions', [
      ['mode', 'driving'],
      ['source', start],
      ['destination', end],
      ...waypoints,
    ]);
  });
}

/** Returns a Waze link to the start of the drive: Waze supports a single destination. */
export function wazeLink(start: LatLng): string {
  return address('https://waze.com/ul', [
    ['ll', text(start)],
    ['navigate', 'yes'],
  ]);
}

function linesOf(leg: readonly LatLng[]) {
  const [start = '', ...rest] = leg.map(text);
  const end = rest.pop() ?? start;
  return { start, stops: rest, end };
}

function text({ lat, lng }: LatLng): string {
  return `${Number(lat.toFixed(DECIMALS))},${Number(lng.toFixed(DECIMALS))}`;
}

function address(base: string, query: readonly (readonly [string, string])[]): string {
  const input = query.filter(([, value]) => value !== '').map(([name, value]) => [name, value] as [string, string]);
  return `${base}?${new URLSearchParams(input)}`;
}

/** Returns the distance of each point from the start, in meters. */
function cumulativeMeters(path: readonly LatLng[]): number[] {
  let way = 0;
  return path.map((point, index) => (way += index === 0 ? 0 : distanceMeters(path[index - 1] ?? point, point)));
}

/**
 * Returns the point of the line nearest to the given distance. Never interpolates: a straight segment between two
 * points may leave the road.
 */
function pointAt(path: readonly LatLng[], ways: readonly number[], meters: number): LatLng {
  let low = 0;
  let high = ways.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ways[middle] ?? 0) < meters) low = middle + 1;
    else high = middle;
  }
  const before = Math.max(0, low - 1);
  const nearer = meters - (ways[before] ?? 0) < (ways[low] ?? 0) - meters ? before : low;
  return path[nearer] ?? { lat: 0, lng: 0 };
}

/** Replaces the stop nearest to each waypoint if it is within the spacing; never replaces the ends of the line. */
function placeWaypoints(points: LatLng[], waypoints: readonly LatLng[], spacingMeters: number): void {
  for (const waypoint of waypoints) {
    let nearest = { index: 0, meters: spacingMeters };
    for (let index = 1; index < points.length - 1; index++) {
      const meters = distanceMeters(points[index] ?? waypoint, waypoint);
      if (meters < nearest.meters) nearest = { index, meters };
    }
    if (nearest.index > 0) points[nearest.index] = waypoint;
  }
}
