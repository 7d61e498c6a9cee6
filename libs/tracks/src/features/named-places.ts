import { LIMITS } from '@switchback/contracts/rules/limits';
import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import type { LineWaypoint, PlacedWaypoint } from '../waypoints/place-on-line.js';
import { chooseWaypoints, limitStops, leftOutStops } from '../waypoints/choose-waypoints.js';
import type { NamedPlace } from './raw-feature.js';

/** A named place this close to a point of the line is a stop. */
const STOP_METERS = 100;
/** A place farther away is unrelated to the line. */
const SIGHT_METERS = 10_000;
/** Coordinates 0,0 are genuine only if another place is this near. */
const NEAR_DEGREES = 2;
/** Limit, since each place is compared with each point of the line. */
const PLACES_MAX = 100;

interface PlacesOfLine {
  /** In the order of the line, including its ends. Label '' if the file does not name the waypoint. */
  waypoints: LineWaypoint[];
  pointsOfInterest: PlacedWaypoint[];
  notes: string[];
}

/**
 * Returns named places on the line as stops and those near it as points of interest. A line without any gets waypoints
 * at its own bends.
 */
export function placesOfLine(path: readonly LatLng[], places: readonly NamedPlace[]): PlacesOfLine {
  const { placed, unplaced } = sorted(places.filter(({ name }) => name !== ''));
  const all = distinct(placed);
  const stops = new Map<number, string>();
  const pointsOfInterest: PlacedWaypoint[] = [];
  let far = 0;
  for (const { name, lat, lng, isInterest } of all.slice(0, PLACES_MAX)) {
    const label = labelOf(name);
    const { index, meters } = nearest(path, { lat, lng });
    if (!isInterest && meters <= STOP_METERS && !stops.has(index)) stops.set(index, label);
    else if (meters <= SIGHT_METERS) pointsOfInterest.push({ label, location: { lat, lng } });
    else far += 1;
  }
  const onLine = withEnds(path, stops);
  const limited = limitStops(onLine);
  const indexes = limited.length > 2 ? limited : chooseWaypoints(path);
  const { waypointsMax, pointsOfInterestMax } = LIMITS;
  const notes = [
    ...(limited.length < onLine.length ? [`A drive has ${waypointsMax} waypoints at most: others were left out.`] : []),
    ...(pointsOfInterest.length > pointsOfInterestMax
      ? [`A drive has ${pointsOfInterestMax} points of interest at most: others were left out.`]
      : []),
    ...unplaced,
    ...(far > 0 ? [farNote(far)] : []),
    ...(all.length > PLACES_MAX ? [`The file has more than ${PLACES_MAX} places: only the first were read.`] : []),
  ];
  return {
    waypoints: indexes.map((index) => ({ label: stops.get(index) ?? '', location: path[index]!, pathIndex: index })),
    pointsOfInterest: pointsOfInterest.slice(0, pointsOfInterestMax),
    notes,
  };
}

function labelOf(name: string): string {
  return name.slice(0, LIMITS.waypointLabelMax);
}

function farNote(count: number): string {
  return count === 1 ? 'One place far from the line was left out.' : `${count} places far from the line were left out.`;
}

/** Removes duplicates: many programs write a stop both as a waypoint and as a point of the route. */
function distinct(places: readonly NamedPlace[]): NamedPlace[] {
  const seen = new Set<string>();
  return places.filter(({ name, lat, lng }) => {
    const key = `${name} ${lat} ${lng}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Returns the stops of a file without a line. */
export function stopsOf(places: readonly NamedPlace[]): { stops: PlacedWaypoint[]; notes: string[] } {
  const { placed, unplaced } = sorted(places);
  const all = placed.map(({ name, lat, lng }) => ({ label: labelOf(name), location: { lat, lng } }));
  const surplus = leftOutStops('file', all.length);
  return { stops: limitStops(all), notes: [...unplaced, ...(surplus === '' ? [] : [surplus])] };
}

/** Separates the places without coordinates; programs write 0,0 for those they could not find. */
function sorted(places: readonly NamedPlace[]): { placed: NamedPlace[]; unplaced: string[] } {
  const isAtOrigin = places.some((place) => !isOrigin(place) && isNearOrigin(place));
  const placed = places.filter((place) => isPlace(place) && (isAtOrigin || !isOrigin(place)));
  const count = places.length - placed.length;
  if (count === 0) return { placed, unplaced: [] };
  const note = count === 1 ? 'One place' : `${count} places`;
  return { placed, unplaced: [`${note} without coordinates ${count === 1 ? 'was' : 'were'} left out.`] };
}

function isOrigin({ lat, lng }: NamedPlace): boolean {
  return lat === 0 && lng === 0;
}

function isNearOrigin({ lat, lng }: NamedPlace): boolean {
  return Math.abs(lat) <= NEAR_DEGREES && Math.abs(lng) <= NEAR_DEGREES;
}

/** Moves a stop near an end to that end. */
function withEnds(path: readonly LatLng[], stops: Map<number, string>): number[] {
  const last = path.length - 1;
  for (const [index, name] of [...stops]) {
    const end = [0, last].find((at) => !stops.has(at) && distanceMeters(path[at]!, path[index]!) <= STOP_METERS);
    if (end === undefined) continue;
    stops.delete(index);
    stops.set(end, name);
  }
  return [...new Set([0, ...stops.keys(), last])].toSorted((a, b) => a - b);
}

function isPlace({ lat, lng }: NamedPlace): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
}

function nearest(path: readonly LatLng[], place: LatLng): { index: number; meters: number } {
  let found = { index: 0, meters: Infinity };
  for (const [index, point] of path.entries()) {
    // Most points are degrees away and need no trigonometry.
    if (Math.abs(point.lat - place.lat) > 0.2) continue;
    const meters = distanceMeters(point, place);
    if (meters < found.meters) found = { index, meters };
  }
  return found;
}
