import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { detectFormat, type FeatureFormat } from './detect-format.js';
import { readFeatureCollection, readFeatureLines, readFeatureRecords } from './read-geojson.js';
import { readGpx } from './read-gpx.js';
import { readKml } from './read-kml.js';
import type { FeatureOrRefusal } from './raw-feature.js';
import { peekText, textChunks } from './text-chunks.js';

const READERS: Record<FeatureFormat, (text: AsyncIterable<string>) => AsyncGenerator<FeatureOrRefusal>> = {
  geojson: readFeatureCollection,
  'geojson-lines': readFeatureLines,
  'geojson-records': readFeatureRecords,
  gpx: readGpx,
  kml: readKml,
};

/**
 * The features of a file (its path, or a stream of its bytes) one at a time, in order, in bounded memory: GeoJSON (a
 * FeatureCollection, or Features one after another), newline-delimited GeoJSON, RFC 8142 text sequences, GPX 1.0 and 1.1
 * (each track and route), KML (each placemark). What cannot be read is yielded as a refusal with the line it starts at
 * and a reason; JSON goes on after it, XML that is not well formed ends there. Bad input never throws.
 * @param format the format when it is known; found out from the first characters otherwise.
 * @throws the file system's error when the file cannot be read.
 */
export async function* readFeatures(
  source: string | Readable,
  format?: FeatureFormat,
): AsyncGenerator<FeatureOrRefusal, void, void> {
  const bytes = typeof source === 'string' ? createReadStream(source) : source;
  try {
    const { start, text } = await peekText(textChunks(bytes));
    const detected = format ? { format } : detectFormat(start, typeof source === 'string' ? source : '');
    if ('refused' in detected) {
      yield { line: 1, refused: detected.refused };
      return;
    }
    let found = 0;
    for await (const item of READERS[detected.format](text)) {
      found += 1;
      yield item;
    }
    if (found === 0) {
      yield { line: 1, refused: 'There is no feature in it.' };
    }
  } finally {
    bytes.destroy();
  }
}
