import { titleOfProperties } from '../features/feature-properties.js';
import { oneLine } from '../features/plain-text.js';
import { IMPORT_LIMITS, type FileItem } from '../features/raw-feature.js';
import { JsonSlicer, type JsonSlice } from './slice-json.js';

type Texts = AsyncIterable<string>;
type Features = AsyncGenerator<FileItem, void, void>;

const GEOMETRIES = new Set([
  'LineString',
  'MultiLineString',
  'GeometryCollection',
  'Point',
  'MultiPoint',
  'Polygon',
  'MultiPolygon',
]);

/** Reads a FeatureCollection, an array of Features, or consecutive Features, with or without line breaks within. */
export async function* readFeatureCollection(text: Texts): Features {
  const slicer = new JsonSlicer(IMPORT_LIMITS.featureCharsMax);
  for await (const chunk of text) {
    for (const slice of slicer.push(chunk)) {
      yield* featuresOf(slice);
    }
  }
  const rest = slicer.end();
  if (rest) {
    yield { line: rest.line, refused: 'The file ends in the middle of this feature.' };
  }
}

/** Reads newline-delimited GeoJSON; a damaged line affects no other. */
export function readFeatureLines(text: Texts): Features {
  return readSeparated(text, '\n');
}

/** Reads GeoJSON text sequences (RFC 8142): each text starts with U+001E and may itself contain line breaks. */
export function readFeatureRecords(text: Texts): Features {
  return readSeparated(text, '\u001e');
}

async function* readSeparated(text: Texts, separator: string): Features {
  let line = 1;
  let pieces: string[] = [];
  let length = 0;
  const append = (piece: string): void => {
    length += piece.length;
    if (length <= IMPORT_LIMITS.featureCharsMax) {
      pieces.push(piece);
    } else {
      pieces = [];
    }
  };
  const endSlice = (): JsonSlice => {
    const slice = { line, text: length <= IMPORT_LIMITS.featureCharsMax ? pieces.join('') : null };
    pieces = [];
    length = 0;
    return slice;
  };
  let lineBreaks = 0;
  for await (const chunk of text) {
    let from = 0;
    for (let at = chunk.indexOf(separator); at !== -1; at = chunk.indexOf(separator, from)) {
      append(chunk.slice(from, at));
      lineBreaks += countLineBreaks(chunk.slice(from, at));
      yield* featuresOf(endSlice());
      line += lineBreaks + (separator === '\n' ? 1 : 0);
      lineBreaks = 0;
      from = at + 1;
    }
    append(chunk.slice(from));
    lineBreaks += countLineBreaks(chunk.slice(from));
  }
  yield* featuresOf(endSlice());
}

function countLineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}

function* featuresOf({ line, text }: JsonSlice): Generator<FileItem, void, void> {
  if (text === null) {
    yield { line, refused: `It is longer than ${IMPORT_LIMITS.featureCharsMax.toLocaleString('en-US')} characters.` };
    return;
  }
  const json = text.replaceAll('\u001e', ' ').trimStart();
  if (json === '') {
    return;
  }
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    yield { line, refused: `It is not valid JSON: ${(error as Error).message.slice(0, 120)}.` };
    return;
  }
  const collection = isObject(value) && value['type'] === 'FeatureCollection' ? value['features'] : null;
  for (const item of Array.isArray(collection) ? (collection as unknown[]) : [value]) {
    yield placeOf(line, item) ?? { line, ...toFeature(item) };
  }
}

/** Turns a Point feature into a place. */
function placeOf(line: number, value: unknown): FileItem | undefined {
  if (!isObject(value) || !isObject(value['geometry']) || value['geometry']['type'] !== 'Point') return undefined;
  const { coordinates } = value['geometry'];
  const [lng, lat] = Array.isArray(coordinates) ? (coordinates as unknown[]) : [];
  const properties = isObject(value['properties']) ? value['properties'] : {};
  const name = titleOfProperties(properties) || savedNameOf(properties);
  return { line, place: { name, lat: Number(lat), lng: Number(lng) } };
}

/** Returns the name of a place saved in Google Maps, else its address, in the terms of Takeout of any year. */
function savedNameOf(properties: Record<string, unknown>): string {
  const location = [properties['location'], properties['Location']].find(isObject) ?? {};
  const { name, Name, 'Business Name': business, address, Address } = location;
  const texts = [properties['Title'], name, Name, business, address, Address, properties['address']];
  return texts.map((text) => (typeof text === 'string' ? oneLine(text) : '')).find((text) => text !== '') ?? '';
}

/** Reads a Feature; RFC 7946 also allows a geometry in its place. */
function toFeature(
  value: unknown,
): { feature: { id: unknown; properties: Record<string, unknown>; geometry: unknown } } | { refused: string } {
  if (!isObject(value)) {
    return { refused: 'It is not a GeoJSON object.' };
  }
  if (GEOMETRIES.has(String(value['type']))) {
    return { feature: { id: null, properties: {}, geometry: value } };
  }
  if (value['type'] !== 'Feature') {
    const type = typeof value['type'] === 'string' ? `a ${value['type'].slice(0, 40)}` : 'an object without a type';
    return { refused: `It is ${type}, not a Feature.` };
  }
  const properties = isObject(value['properties']) ? value['properties'] : {};
  return { feature: { id: value['id'], properties, geometry: value['geometry'] } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
