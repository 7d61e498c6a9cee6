import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { detectFormat, type FeatureFormat } from './detect-format.js';
import { titleOfProperties } from '../features/feature-properties.js';
import { withoutLinks } from './file-links.js';
import { FIT_HEAD_BYTES, isFit } from '../formats/fit-parts.js';
import { joinFeatures } from '../features/join-features.js';
import { shownName } from '../formats/name-list.js';
import { readFeatureCollection, readFeatureLines, readFeatureRecords } from '../formats/read-geojson.js';
import { readFit } from '../formats/read-fit.js';
import { readGpx } from '../formats/read-gpx.js';
import { readItn } from '../formats/read-itn.js';
import { readKml } from '../formats/read-kml.js';
import { readTcx } from '../formats/read-tcx.js';
import type { FileItem, ReaderItem } from '../features/raw-feature.js';
import { peekText, textChunks } from './text-chunks.js';
import { peekBytes, type PlainFile, unpack, UnpackError } from './unpack.js';

const READERS: Record<FeatureFormat, (text: AsyncIterable<string>) => AsyncGenerator<ReaderItem>> = {
  geojson: readFeatureCollection,
  'geojson-lines': readFeatureLines,
  'geojson-records': readFeatureRecords,
  gpx: readGpx,
  kml: readKml,
  tcx: readTcx,
  itn: readItn,
};

const NOTHING = 'There is no feature in it.';
/** Maximum number of items held until the end of a file without features. */
const HELD_MAX = 1_000;

/** GeoJSON features are independent; these formats may split one drive into several. */
const JOINED: ReadonlySet<FeatureFormat> = new Set(['gpx', 'kml', 'tcx']);

/**
 * Reads the items of a file (its path, or a stream of its bytes) one at a time, in order, in bounded memory: GeoJSON (a
 * FeatureCollection, or consecutive Features), newline-delimited GeoJSON, RFC 8142 text sequences, GPX 1.0 and 1.1
 * (each track and route), KML (each placemark), TCX (each course and activity), FIT, ITN, all of them also in a ZIP archive,
 * such as a KMZ, in an archive in it, or compressed by gzip. Yields a refusal with its starting line and a reason for content that cannot be
 * read. Bad input never throws.
 * @param fileName replaces a missing title, and distinguishes newline-delimited JSON from JSON with line breaks.
 * @throws the file system's error if the file cannot be read.
 */
export async function* readFeatures(
  source: string | Readable,
  fileName = typeof source === 'string' ? basename(source) : '',
): AsyncGenerator<FileItem, void, void> {
  const bytes = typeof source === 'string' ? createReadStream(source) : source;
  const found: Found = { features: 0, places: 0, leftOut: [] };
  try {
    for await (const file of unpack(bytes, fileName)) {
      if ('leftOut' in file) found.leftOut.push({ line: 1, ...file });
      else yield* counted(itemsOf(file), found);
    }
    yield* endOf(found);
  } catch (error) {
    if (!(error instanceof UnpackError)) throw error;
    yield { line: 1, refused: error.message };
  } finally {
    bytes.destroy();
  }
}

interface Found {
  /** Number of features read or refused. */
  features: number;
  places: number;
  leftOut: { line: number; leftOut: string }[];
}

/** Holds back the items that were left out: they are the refusal of a file in which nothing else is found. */
async function* counted(items: AsyncIterable<FileItem>, found: Found): AsyncGenerator<FileItem, void, void> {
  for await (const item of items) {
    if ('leftOut' in item && found.features === 0 && found.leftOut.length < HELD_MAX) {
      found.leftOut.push(item);
      continue;
    }
    if ('place' in item) found.places += 1;
    else if ('feature' in item || 'refused' in item) found.features += 1;
    yield item;
  }
}

function endOf({ features, places, leftOut }: Found): FileItem[] {
  if (features > 0) return leftOut;
  if (places > 0) return [...leftOut, { line: 1, refused: noLine(places) }];
  if (leftOut.length === 0) return [{ line: 1, refused: NOTHING }];
  return leftOut.map((item) => ({ line: item.line, refused: item.leftOut }));
}

/** Reads one file. In an archive with several files, each item names its file, and a bad file affects no other file. */
async function* itemsOf(file: PlainFile): AsyncGenerator<FileItem, void, void> {
  const isOneOfMany = (file.siblings?.size ?? 0) > 1;
  // A document may consist of links to the files next to it.
  let isEmpty = true;
  const onLink = () => (isEmpty = false);
  try {
    for await (const item of read(file, onLink)) {
      if (!('note' in item)) isEmpty = false;
      yield isOneOfMany ? inFile(item, file.name) : item;
    }
    if (isEmpty && isOneOfMany) yield inFile({ line: 1, refused: NOTHING }, file.name);
  } catch (error) {
    if (!isOneOfMany || !(error instanceof UnpackError)) throw error;
    yield inFile({ line: 1, refused: error.message }, file.name);
  }
}

function inFile(item: FileItem, name: string): FileItem {
  const { line } = item;
  if ('note' in item) return { line, note: `${shownName(name)}: ${item.note}` };
  if ('refused' in item) return { line, leftOut: `${shownName(name)}: ${item.refused}` };
  return 'leftOut' in item ? { line, leftOut: `${shownName(name)}: ${item.leftOut}` } : item;
}

/** @param onLink called for each link to another file of the archive. */
async function* read(file: PlainFile, onLink: () => void): AsyncGenerator<FileItem, void, void> {
  const notes: string[] = [];
  const title = titleOf(file.name);
  for await (const item of readPlain(file, title, { onLink, onNote: (note) => notes.push(note) })) {
    yield 'feature' in item ? titled(item, title) : item;
  }
  for (const note of notes) yield { line: 1, note };
}

interface ReadListener {
  onLink: () => void;
  onNote: (note: string) => void;
}

async function* readPlain(
  file: PlainFile,
  title: string,
  { onLink, onNote }: ReadListener,
): AsyncGenerator<FileItem, void, void> {
  const { head, all } = await peekBytes(file.bytes, FIT_HEAD_BYTES);
  if (isFit(head)) return yield* joinFeatures(readFit(all), title);
  const { start, text } = await peekText(textChunks(all, onNote));
  const detected = detectFormat(start, file.name);
  if ('refused' in detected) return void (yield { line: 1, refused: detected.refused });
  const items = withoutLinks(READERS[detected.format](text), file, onLink);
  yield* JOINED.has(detected.format) ? joinFeatures(items, title) : items;
}

function noLine(places: number): string {
  return places === 1 ? 'It has no line, only one place.' : `It has no line, only ${places} places.`;
}

/** Falls back to the file's name if neither the feature nor its container has one. */
function titled<T extends Extract<FileItem, { feature: unknown }>>(item: T, title: string): T {
  const { properties } = item.feature;
  if (title === '' || titleOfProperties(properties) !== '') return item;
  return { ...item, feature: { ...item.feature, properties: { ...properties, title } } };
}

function titleOf(fileName: string): string {
  return basename(fileName).replace(/\.\w+$/, '');
}
