import type { DriveDetails, Waypoint } from '@switchback/contracts/resources/drive';
import { partsOf } from '@switchback/geo/parts';
import { decodePolyline } from '@switchback/geo/polyline';
import { escapeXml } from './xml.js';

type Drive = Pick<DriveDetails, 'title' | 'description' | 'path'> & {
  waypoints: readonly Waypoint[];
  pointsOfInterest: readonly Waypoint[];
};

/** A drive as GPX 1.1: its line as a track with a segment for each part, its places as waypoints. https://www.topografix.com/GPX/1/1/ */
export function toGpx({ title, description, path, waypoints, pointsOfInterest }: Drive): string {
  const places = [...waypoints, ...pointsOfInterest].map(
    ({ label, location: { lat, lng } }) => `  <wpt lat="${lat}" lon="${lng}"><name>${escapeXml(label)}</name></wpt>`,
  );
  const segments = partsOf(decodePolyline(path)).map((part) => {
    const points = part.map(({ lat, lng }) => `      <trkpt lat="${lat}" lon="${lng}"/>\n`);
    return `    <trkseg>\n${points.join('')}    </trkseg>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Switchback" xmlns="http://www.topografix.com/GPX/1/1">
  <metadata><name>${escapeXml(title)}</name><desc>${escapeXml(description)}</desc></metadata>
${places.map((line) => `${line}\n`).join('')}  <trk>
    <name>${escapeXml(title)}</name>
${segments.join('')}  </trk>
</gpx>
`;
}
