import type { DriveDetails, Waypoint } from '@switchback/contracts/resources/drive';
import { partsOf } from '@switchback/geo/parts';
import type { ElevatedPoint } from '@switchback/geo/elevation';
import { escapeXml } from '@switchback/platform/formats/xml';

type Drive = Pick<DriveDetails, 'title' | 'description' | 'waypoints' | 'pointsOfInterest'> & {
  line: readonly ElevatedPoint[];
};

/** Renders a drive as KML 2.2: its line and its places as placemarks. https://docs.ogc.org/is/12-007r2/12-007r2.html */
export function toKml({ title, description, line, waypoints, pointsOfInterest }: Drive): string {
  const lines = partsOf(line).map((part) => {
    const tuples = part.map(({ lat, lng, elevation }) => [lng, lat, ...(elevation === undefined ? [] : [elevation])]);
    const coordinates = tuples.join(' ');
    return `<LineString><tessellate>1</tessellate><coordinates>${coordinates}</coordinates></LineString>`;
  });
  const geometry = lines.length === 1 ? lines[0] : `<MultiGeometry>${lines.join('')}</MultiGeometry>`;
  const interests = pointsOfInterest.map((place) => `  ${placemark(place)}`).join('');
  const folder = `    <Folder>\n      <name>Points of interest</name>\n${interests}    </Folder>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
  <Document>
    <name>${escapeXml(title)}</name>
    <description>${escapeXml(description)}</description>
    <Placemark>
      <name>${escapeXml(title)}</name>
      ${geometry}
    </Placemark>
${waypoints.map(placemark).join('')}${interests && folder}  </Document>
</kml>
`;
}

function placemark({ label, location: { lat, lng } }: Waypoint): string {
  return `    <Placemark><name>${escapeXml(label)}</name><Point><coordinates>${lng},${lat}</coordinates></Point></Placemark>\n`;
}
