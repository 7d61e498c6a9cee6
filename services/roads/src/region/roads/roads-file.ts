import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { createGunzip, gzipSync } from 'node:zlib';
import { LIST_MAX, type Storage } from '@switchback/platform/storage/storage';
import { type CurvyRoad, curvyRoad, ROADS_MAX } from './curvy-road.js';

/** Each archive has a file of roads of its own, so that the archive alone switches to another region. */
const PREFIX = 'region/roads-';
/** Roads are compressed in parts, since all of them may be hundreds of megabytes. */
const PART = 500;
const FILE_BYTES_MAX = 1_000_000_000;

/** Writes a file of roads: a line of JSON each, compressed by gzip. */
export function writeRoads(path: string, roads: readonly CurvyRoad[]): void {
  const file = openSync(path, 'w');
  try {
    for (let at = 0; at === 0 || at < roads.length; at += PART) {
      const lines = roads.slice(at, at + PART).map((road) => `${JSON.stringify(road)}\n`);
      writeSync(file, gzipSync(lines.join('')));
    }
  } finally {
    closeSync(file);
  }
}

/** Reads the roads of a file. @throws Error if it is damaged. */
export async function readRoads(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<CurvyRoad[]> {
  const roads: CurvyRoad[] = [];
  const unpacked = createGunzip();
  const source = Readable.from(chunks);
  source.once('error', (error) => unpacked.destroy(error));
  source.pipe(unpacked);
  for await (const line of linesOf(unpacked)) {
    if (roads.length >= ROADS_MAX) break;
    roads.push(curvyRoad.parse(JSON.parse(line)));
  }
  return roads;
}

/** `readline` swallows the errors of its input. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  let failure: Error | undefined;
  input.once('error', (error) => (failure = error));
  const lines = createInterface({ input, crlfDelay: Infinity });
  input.once('error', () => lines.close());
  yield* lines;
  if (failure) throw failure;
}

/** Stores the file of roads that belongs to the archive with this source. */
export async function storeRoads(path: string, source: string, storage: Pick<Storage, 'put'>): Promise<void> {
  const options = { contentType: 'application/gzip', maxBytes: FILE_BYTES_MAX };
  await storage.put(roadsKeyOf(source), createReadStream(path), options);
}

/** Reads the roads that belong to the archive with this source. @throws StorageError, or Error if they are damaged. */
export async function readStoredRoads(source: string, storage: Pick<Storage, 'get'>): Promise<CurvyRoad[]> {
  return readRoads((await storage.get(roadsKeyOf(source))).body);
}

/** Removes the roads of other archives, or of all. */
export async function removeRoadsExcept(
  source: string | null,
  storage: Pick<Storage, 'delete' | 'list'>,
): Promise<void> {
  for (const { key } of await storage.list({ prefix: PREFIX, max: LIST_MAX }))
    if (source === null || key !== roadsKeyOf(source)) await storage.delete(key);
}

function roadsKeyOf(source: string): string {
  return `${PREFIX}${source.replaceAll(/[^\w]/g, '-')}.gz`;
}
