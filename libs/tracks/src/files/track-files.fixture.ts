import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { FileItem } from '../features/raw-feature.js';
import { readFeatures } from './read-features.js';

/** Returns everything read from a file with this content, whose bytes arrive in chunks of this size. */
export async function readAll(content: string | Buffer, chunkBytes = 65_536): Promise<FileItem[]> {
  const buffer = Buffer.from(content);
  const chunks = Array.from({ length: Math.ceil(buffer.length / chunkBytes) }, (_, index) =>
    buffer.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  return collect(readFeatures(Readable.from(chunks)));
}

export async function collect(features: AsyncIterable<FileItem>): Promise<FileItem[]> {
  const items: FileItem[] = [];
  for await (const item of features) {
    items.push(item);
  }
  return items;
}

/** Returns line and title of each feature, line and reason of each refusal, as the importer sees them. */
export function shown(items: FileItem[]): [number, unknown][] {
  return items.map((item) => [item.line, wordsOf(item)]);
}

function wordsOf(item: FileItem): unknown {
  if ('refused' in item) return item.refused;
  if ('note' in item) return item.note;
  if ('leftOut' in item) return item.leftOut;
  return 'place' in item ? item.place.name : item.feature.properties['title'];
}

/** A GeoJSON Feature on one line. */
export const feature = (title: string, extra = ''): string =>
  `{"type":"Feature","id":"${title}","properties":{"title":"${title}"${extra}},` +
  `"geometry":{"type":"LineString","coordinates":[[-82.5,35.5],[-82.6,35.6]]}}`;

/** A GPX file whose body starts on line 3. */
export const gpx = (body: string, version = '1.1'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="${version}" creator="test" ` +
  `xmlns="http://www.topografix.com/GPX/${version.replace('.', '/')}">\n${body}\n</gpx>\n`;

export const track = (name: string): string =>
  `<trk><name>${name}</name><trkseg><trkpt lat="35.5" lon="-82.5"/><trkpt lat="35.6" lon="-82.6"/></trkseg></trk>`;

/** A KML file whose body starts on line 3. */
export const kml = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" ` +
  `xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>\n${body}\n</Document></kml>\n`;

export const placemark = (name: string): string =>
  `<Placemark><name>${name}</name><LineString><coordinates>-82.5,35.5,900 -82.6,35.6</coordinates></LineString></Placemark>`;

/** A ZIP archive of these files. */
export async function zipped(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}
