import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { detectFormat, type FeatureFormat } from './detect-format.js';
import { titleOfProperties } from './feature-properties.js';
import { joinFeatures } from './join-features.js';
import { readFeatureCollection, readFeatureLines, readFeatureRecords } from './read-geojson.js';
import { FIT_HEAD_BYTES, isFit, readFit } from './read-fit.js';
import { readGpx } from './read-gpx.js';
import { readKml } from './read-kml.js';
import { readTcx } from './read-tcx.js';
import type { FileItem } from './raw-feature.js';
import { peekText, textChunks } from './text-chunks.js';
import { peekBytes, type PlainFile, unpack, UnpackError } from './unpack.js';

const READERS: Record<FeatureFormat, (text: AsyncIterable<string>) => AsyncGenerator<FileItem>> = {
  geojson: readFeatureCollection,
  'geojson-lines': readFeatureLines,
  'geojson-records': readFeatureRecords,
  gpx: readGpx,
  kml: readKml,
  tcx: readTcx,
};

/** GeoJSON features are independent; these formats may split one drive into several. */
const JOINED: ReadonlySet<FeatureFormat> = new Set(['gpx', 'kml', 'tcx']);

/**
 * Reads the items of a file (its path, or a stream of its bytes) one at a time, in order, in bounded memory: GeoJSON (a
 * FeatureCollection, or consecutive Features), newline-delimited GeoJSON, RFC 8142 text sequences, GPX 1.0 and 1.1
 * (each track and route), KML (each placemark), TCX (each course and activity), FIT, all of them also in a ZIP archive,
 * such as a KMZ, or compressed by gzip. Yields a refusal with its starting line and a reason for content that cannot be
 * read. Bad input never throws.
 * @param fileName replaces a missing title, and distinguishes newline-delimited JSON from JSON with line breaks.
 * @throws the file system's error if the file cannot be read.
 */
export async function* readFeatures(
  source: string | Readable,
  fileName = typeof source === 'string' ? basename(source) : '',
): AsyncGenerator<FileItem, void, void> {
  const bytes = typeof source === 'string' ? createReadStream(source) : source;
  try {
    for await (const file of unpack(bytes, fileName)) yield* itemsOf(file);
  } catch (error) {
    if (!(error instanceof UnpackError)) throw error;
    yield { line: 1, refused: error.message };
  } finally {
    bytes.destroy();
  }
}

async function* itemsOf({ name, bytes }: PlainFile): AsyncGenerator<FileItem, void, void> {
  const notes: string[] = [];
  let [found, places] = [0, 0];
  for await (const item of read({ name, bytes }, notes)) {
    if ('place' in item) places += 1;
    else if (!('note' in item)) found += 1;
    yield 'feature' in item ? titled(item, name) : item;
  }
  for (const note of notes) yield { line: 1, note };
  if (found > 0) return;
  yield { line: 1, refused: places === 0 ? 'There is no feature in it.' : noLine(places) };
}

/** @param notes yielded after everything was read. */
async function* read({ name, bytes }: PlainFile, notes: string[]): AsyncGenerator<FileItem, void, void> {
  const { head, all } = await peekBytes(bytes, FIT_HEAD_BYTES);
  if (isFit(head)) return yield* joinFeatures(readFit(all), titleOf(name));
  const { start, text } = await peekText(textChunks(all, (note) => notes.push(note)));
  const detected = detectFormat(start, name);
  if ('refused' in detected) return void (yield { line: 1, refused: detected.refused });
  const items = READERS[detected.format](text);
  yield* JOINED.has(detected.format) ? joinFeatures(items, titleOf(name)) : items;
}

function noLine(places: number): string {
  return places === 1 ? 'It has no line, only one place.' : `It has no line, only ${places} places.`;
}

/** Falls back to the file's name if neither the feature nor its container has one. */
function titled<T extends Extract<FileItem, { feature: unknown }>>(item: T, fileName: string): T {
  const { properties } = item.feature;
  const title = titleOf(fileName);
  if (title === '' || titleOfProperties(properties) !== '') return item;
  return { ...item, feature: { ...item.feature, properties: { ...properties, title } } };
}

function titleOf(fileName: string): string {
  return basename(fileName).replace(/\.\w+$/, '');
}
