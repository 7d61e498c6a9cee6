import type { ElevatedPoint, EncodedLeg } from '../elevation.js';
import { firstPoint, hasParts, linePieces, pointsBetweenEnds } from '../line-pieces.js';
import type { LatLng } from '../location.js';
import { escapeXml } from './xml.js';

/** A named place. */
interface Waypoint {
  label: string;
  location: LatLng;
  /** The drive passes near it without a stop. */
  near?: boolean | undefined;
}

interface Texts {
  title: string;
  description: string;
}

interface Places {
  waypoints: readonly Waypoint[];
  pointsOfInterest: readonly Waypoint[];
}

interface Track extends Texts {
  legs: readonly EncodedLeg[];
}

/** A leg with the places at its ends. */
interface RouteLeg extends EncodedLeg {
  start: Waypoint;
  end: Waypoint;
}

interface Drive extends Texts, Places {
  legs: readonly RouteLeg[];
}

/** Ends a file that {@link gpxStart} began. */
export const GPX_END = '</gpx>\n';

/**
 * Starts a GPX 1.1 file. The waypoints of all drives follow, then their routes, then their tracks, as the schema
 * requires. https://www.topografix.com/GPX/1/1/
 */
export function gpxStart({ title, description }: Texts): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Switchback" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxx="http://www.garmin.com/xmlschemas/GpxExtensions/v3">
  <metadata><name>${escapeXml(title)}</name><desc>${escapeXml(description)}</desc></metadata>
`;
}

/**
 * Renders the ends and the points of interest of a drive as waypoints. Its other stops only shape the line: a device
 * would offer each of them as a place to visit.
 */
export function gpxPlaces({ waypoints, pointsOfInterest }: Places): string {
  const ends = waypoints.filter((_, index) => index === 0 || index === waypoints.length - 1);
  return [...ends.map((place) => waypointOf(place, '')), ...pointsOfInterest.map(interestOf)].join('');
}

/** Renders a line as a track, with a segment per part, piece by piece. */
export function* gpxTrack({ title, description, legs }: Track): Generator<string> {
  const comment = description === '' ? '' : `    <desc>${escapeXml(description)}</desc>\n`;
  yield `  <trk>\n    <name>${escapeXml(title)}</name>\n${comment}`;
  for (const { points, startsPart, endsPart } of linePieces(legs)) {
    const start = startsPart ? '    <trkseg>\n' : '';
    yield `${start}${points.map(trackPoint).join('')}${endsPart ? '    </trkseg>\n' : ''}`;
  }
  yield '  </trk>\n';
}

/**
 * Converts a drive to GPX, piece by piece: its line becomes a track, its points of interest become waypoints, and its
 * stops become a route, or waypoints if the line has gaps. The route includes the points of the line between stops, in
 * Garmin's extension, so that a device that navigates routes follows the line. Places passed nearby are no stops.
 */
export function* gpxFile({ title, description, legs, ...places }: Drive): Generator<string> {
  const hasRoute = legs.length > 0 && !hasParts(legs);
  yield gpxStart({ title, description });
  if (hasRoute) yield `${places.pointsOfInterest.map(interestOf).join('')}`;
  else {
    const stops = places.waypoints.filter(({ near }) => !near);
    yield [...stops.map((place) => waypointOf(place, '')), ...places.pointsOfInterest.map(interestOf)].join('');
  }
  if (hasRoute) yield* routeOf(title, legs, places.waypoints);
  yield* gpxTrack({ title, description: '', legs });
  yield GPX_END;
}

/** Type of waypoints that are not stops. */
const INTEREST = 'poi';

function interestOf(place: Waypoint): string {
  return waypointOf(place, `<type>${INTEREST}</type>`);
}

function waypointOf({ label, location: { lat, lng } }: Waypoint, type: string): string {
  return `  <wpt lat="${lat}" lon="${lng}"><name>${escapeXml(label)}</name>${type}</wpt>\n`;
}

function trackPoint({ lat, lng, elevation }: ElevatedPoint): string {
  const height = elevation === undefined ? '/>' : `><ele>${elevation}</ele></trkpt>`;
  return `      <trkpt lat="${lat}" lon="${lng}"${height}\n`;
}

function* routeOf(title: string, legs: readonly RouteLeg[], waypoints: readonly Waypoint[]): Generator<string> {
  const isLegByLeg = waypoints.length === legs.length + 1;
  yield `  <rte>\n    <name>${escapeXml(title)}</name>\n`;
  let hasPoints = false;
  const endOfStop = () => (hasPoints ? `</gpxx:RoutePointExtension></extensions>${END_OF_STOP}` : END_OF_STOP);
  for (const [index, leg] of legs.entries()) {
    const isPassed = isLegByLeg && index > 0 && waypoints[index]!.near === true;
    if (!isPassed) {
      if (index > 0) yield endOfStop();
      yield startOfStop(leg.start);
      hasPoints = false;
    }
    for (const points of isPassed ? pointsFromStart(leg) : pointsBetweenEnds(leg)) {
      if (points.length === 0) continue;
      const between = points.map(({ lat, lng }) => `<gpxx:rpt lat="${lat}" lon="${lng}"/>`).join('');
      yield hasPoints ? between : `<extensions><gpxx:RoutePointExtension>${between}`;
      hasPoints = true;
    }
  }
  yield `${endOfStop()}${startOfStop(legs.at(-1)!.end)}${END_OF_STOP}  </rte>\n`;
}

function* pointsFromStart(leg: RouteLeg): Generator<ElevatedPoint[]> {
  yield firstPoint(leg);
  yield* pointsBetweenEnds(leg);
}

const END_OF_STOP = '</rtept>\n';

function startOfStop({ label, location: { lat, lng } }: Waypoint): string {
  return `    <rtept lat="${lat}" lon="${lng}"><name>${escapeXml(label)}</name>`;
}

/** A point of a record, with its time in milliseconds since 1970. */
export interface RecordedPoint extends ElevatedPoint {
  at: number;
}

/** Converts a recorded drive to GPX: a track with times, and a segment for each stretch without a gap. */
export function gpxRecord(title: string, segments: readonly (readonly RecordedPoint[])[]): string {
  const points = segments.map((segment) => `    <trkseg>\n${segment.map(recordedPoint).join('')}    </trkseg>\n`);
  const track = `  <trk>\n    <name>${escapeXml(title)}</name>\n${points.join('')}  </trk>\n`;
  return `${gpxStart({ title, description: '' })}${track}${GPX_END}`;
}

function recordedPoint({ lat, lng, elevation, at }: RecordedPoint): string {
  const height = elevation === undefined ? '' : `<ele>${elevation}</ele>`;
  return `      <trkpt lat="${lat}" lon="${lng}">${height}<time>${new Date(at).toISOString()}</time></trkpt>\n`;
}
