import type { DriveWaypoint, Waypoint } from '@switchback/contracts/resources/drive';
import type { ElevatedPoint, EncodedLeg } from '@switchback/geo/elevation';
import { hasParts, linePieces } from '@switchback/geo/line-pieces';
import { escapeXml } from '@switchback/geo/formats/xml';

interface Texts {
  title: string;
  description: string;
}

interface Line {
  title: string;
  legs: readonly EncodedLeg[];
}

interface Drive extends Texts, Line {
  waypoints: readonly (Waypoint & Pick<DriveWaypoint, 'near'>)[];
  pointsOfInterest: readonly Waypoint[];
}

/** Ends a file that {@link kmlStart} began. */
export const KML_END = `  </Document>
</kml>
`;

/** Starts a KML 2.2 file. https://docs.ogc.org/is/12-007r2/12-007r2.html */
export function kmlStart(texts: Texts): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
  <Document>
${named(texts)}`;
}

/** Renders a line as a placemark, piece by piece. */
export function* kmlLine({ title, legs }: Line): Generator<string> {
  const isWhole = !hasParts(legs);
  yield `    <Placemark>\n      <name>${escapeXml(title)}</name>\n      ${isWhole ? '' : '<MultiGeometry>'}`;
  for (const { points, startsPart, endsPart } of linePieces(legs)) {
    const start = startsPart ? '<LineString><tessellate>1</tessellate><coordinates>' : ' ';
    yield `${start}${points.map(tuple).join(' ')}${endsPart ? '</coordinates></LineString>' : ''}`;
  }
  yield `${isWhole ? '' : '</MultiGeometry>'}\n    </Placemark>\n`;
}

function tuple({ lat, lng, elevation }: ElevatedPoint): string {
  return elevation === undefined ? `${lng},${lat}` : `${lng},${lat},${elevation}`;
}

/** Renders a drive as one folder of several: its line and its places. */
export function* kmlFolder(drive: Drive): Generator<string> {
  yield `    <Folder>\n${named(drive)}`;
  if (drive.legs.length > 0) yield* kmlLine(drive);
  yield `${placemarks(drive)}    </Folder>\n`;
}

/** Converts a drive to KML, piece by piece: its line and its places as placemarks. */
export function* kmlFile(drive: Drive): Generator<string> {
  yield kmlStart(drive);
  yield* kmlLine(drive);
  yield `${placemarks(drive)}${KML_END}`;
}

function named({ title, description }: Texts): string {
  return `    <name>${escapeXml(title)}</name>\n    <description>${escapeXml(description)}</description>\n`;
}

function placemarks({ waypoints, pointsOfInterest }: Pick<Drive, 'waypoints' | 'pointsOfInterest'>): string {
  const interests = pointsOfInterest.map((place) => `  ${placemark(place)}`).join('');
  const folder = `    <Folder>\n      <name>Points of interest</name>\n${interests}    </Folder>\n`;
  const stops = waypoints.filter(({ near }) => !near);
  return `${stops.map(placemark).join('')}${interests && folder}`;
}

function placemark({ label, location: { lat, lng } }: Waypoint): string {
  return `    <Placemark><name>${escapeXml(label)}</name><Point><coordinates>${lng},${lat}</coordinates></Point></Placemark>\n`;
}
