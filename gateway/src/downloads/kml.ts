import type { Waypoint } from '@switchback/contracts/resources/drive';
import { partsOf } from '@switchback/geo/parts';
import type { ElevatedPoint } from '@switchback/geo/elevation';
import { escapeXml } from '@switchback/platform/formats/xml';

interface Texts {
  title: string;
  description: string;
}

interface Line {
  title: string;
  line: readonly ElevatedPoint[];
}

interface Drive extends Texts, Line {
  waypoints: readonly Waypoint[];
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

/** Renders a line as a placemark. */
export function kmlLine({ title, line }: Line): string {
  const lines = partsOf(line).map((part) => {
    const tuples = part.map(({ lat, lng, elevation }) => [lng, lat, ...(elevation === undefined ? [] : [elevation])]);
    const coordinates = tuples.join(' ');
    return `<LineString><tessellate>1</tessellate><coordinates>${coordinates}</coordinates></LineString>`;
  });
  const geometry = lines.length === 1 ? lines[0] : `<MultiGeometry>${lines.join('')}</MultiGeometry>`;
  return `    <Placemark>
      <name>${escapeXml(title)}</name>
      ${geometry}
    </Placemark>
`;
}

/** Renders a drive as one folder of several: its line and its places. */
export function kmlFolder(drive: Drive): string {
  return `    <Folder>\n${named(drive)}${kmlLine(drive)}${placemarks(drive)}    </Folder>\n`;
}

/** Converts a drive to KML: its line and its places as placemarks. */
export function toKml(drive: Drive): string {
  return `${kmlStart(drive)}${kmlLine(drive)}${placemarks(drive)}${KML_END}`;
}

function named({ title, description }: Texts): string {
  return `    <name>${escapeXml(title)}</name>\n    <description>${escapeXml(description)}</description>\n`;
}

function placemarks({ waypoints, pointsOfInterest }: Pick<Drive, 'waypoints' | 'pointsOfInterest'>): string {
  const interests = pointsOfInterest.map((place) => `  ${placemark(place)}`).join('');
  const folder = `    <Folder>\n      <name>Points of interest</name>\n${interests}    </Folder>\n`;
  return `${waypoints.map(placemark).join('')}${interests && folder}`;
}

function placemark({ label, location: { lat, lng } }: Waypoint): string {
  return `    <Placemark><name>${escapeXml(label)}</name><Point><coordinates>${lng},${lat}</coordinates></Point></Placemark>\n`;
}
