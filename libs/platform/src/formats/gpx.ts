import type { Waypoint } from '@switchback/contracts/resources/drive';
import type { ElevatedPoint } from '@switchback/geo/elevation';
import type { LatLng } from '@switchback/geo/location';
import { partsOf } from '@switchback/geo/parts';
import { escapeXml } from './xml.js';

interface Texts {
  title: string;
  description: string;
}

interface Places {
  waypoints: readonly Waypoint[];
  pointsOfInterest: readonly Waypoint[];
}

interface Track extends Texts {
  line: readonly ElevatedPoint[];
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

/** Renders the places of a drive as waypoints. */
export function gpxPlaces({ waypoints, pointsOfInterest }: Places): string {
  const stops = waypoints.map((place) => waypointOf(place, ''));
  return [...stops, ...pointsOfInterest.map((place) => waypointOf(place, `<type>${INTEREST}</type>`))].join('');
}

/** Renders a line as a track, with a segment per part. */
export function gpxTrack({ title, description, line }: Track): string {
  const segments = partsOf(line).map((part) => {
    const points = part.map(({ lat, lng, elevation }) => {
      const height = elevation === undefined ? '/>' : `><ele>${elevation}</ele></trkpt>`;
      return `      <trkpt lat="${lat}" lon="${lng}"${height}\n`;
    });
    return `    <trkseg>\n${points.join('')}    </trkseg>\n`;
  });
  const comment = description === '' ? '' : `    <desc>${escapeXml(description)}</desc>\n`;
  return `  <trk>\n    <name>${escapeXml(title)}</name>\n${comment}${segments.join('')}  </trk>\n`;
}

/**
 * Converts a drive to GPX: its line becomes a track, its places become waypoints, and its stops become a route. The
 * route includes the points of the line between stops, in Garmin's extension, so that a device that navigates routes
 * follows the line.
 */
export function toGpx({ title, description, line, ...places }: Track & Places): string {
  const { waypoints } = places;
  const route = partsOf(line).length === 1 && waypoints.length >= 2 ? routeOf(title, line, waypoints) : '';
  const track = gpxTrack({ title, description: '', line });
  return `${gpxStart({ title, description })}${gpxPlaces(places)}${route}${track}${GPX_END}`;
}

/** Type of waypoints that are not stops. */
const INTEREST = 'poi';

function waypointOf({ label, location: { lat, lng } }: Waypoint, type: string): string {
  return `  <wpt lat="${lat}" lon="${lng}"><name>${escapeXml(label)}</name>${type}</wpt>\n`;
}

function routeOf(title: string, line: readonly LatLng[], waypoints: readonly Waypoint[]): string {
  const indexes = waypoints.map(({ location }, at) => (at === 0 ? 0 : nearestIndex(line, location)));
  indexes[indexes.length - 1] = line.length - 1;
  const stops = waypoints.map(({ label, location: { lat, lng } }, at) => {
    const between = line.slice(indexes[at]! + 1, indexes[at + 1] ?? 0);
    const points = between.map((point) => `<gpxx:rpt lat="${point.lat}" lon="${point.lng}"/>`).join('');
    const road = `<extensions><gpxx:RoutePointExtension>${points}</gpxx:RoutePointExtension></extensions>`;
    return `    <rtept lat="${lat}" lon="${lng}"><name>${escapeXml(label)}</name>${points && road}</rtept>\n`;
  });
  return `  <rte>\n    <name>${escapeXml(title)}</name>\n${stops.join('')}  </rte>\n`;
}

function nearestIndex(line: readonly LatLng[], to: LatLng): number {
  const squared = ({ lat, lng }: LatLng) => (lat - to.lat) ** 2 + (lng - to.lng) ** 2;
  return line.reduce((best, point, at) => (squared(point) < squared(line[best]!) ? at : best), 0);
}
