import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';

/** Archives are held in memory, since their directory is at the end. */
const ARCHIVE_BYTES_MAX = 50_000_000;
const ENTRIES_MAX = 1_000;
/** Maximum number of route files read from one archive. */
const FILES_MAX = 20;
const UNPACKED_BYTES_MAX = 200_000_000;
const ROUTE_FILE = /\.(gpx|kml|tcx|fit|geojson|json|geojsonl|ndjson)$/i;
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
const GZIP = Buffer.from([0x1f, 0x8b]);

export interface PlainFile {
  name: string;
  bytes: AsyncIterable<Buffer>;
}

/** Reason why a packed file cannot be read, as a sentence. */
export class UnpackError extends Error {
  override readonly name = 'UnpackError';
}

/**
 * Yields the route files in a file: the file itself, or the contents of a ZIP archive (such as a KMZ) or gzip. Bounds
 * memory and unpacked size.
 * @throws UnpackError, also while a file's bytes are read.
 */
export async function* unpack(bytes: AsyncIterable<Buffer | string>, name: string): AsyncGenerator<PlainFile> {
  const { head, all } = await peekBytes(bytes, ZIP.length);
  if (head.subarray(0, GZIP.length).equals(GZIP)) {
    yield { name: name.replace(/\.gz$/i, ''), bytes: unzipped(all) };
  } else if (head.subarray(0, ZIP.length).equals(ZIP)) {
    yield* filesOfZip(all);
  } else {
    yield { name, bytes: all };
  }
}

async function* filesOfZip(bytes: AsyncIterable<Buffer>): AsyncGenerator<PlainFile> {
  const zip = await openZip(await buffer(bounded(bytes, ARCHIVE_BYTES_MAX, 'archive')));
  const files = routeFiles(await entriesOf(zip));
  if (files.length === 0) throw new UnpackError('There is no GPX, KML, TCX, FIT or GeoJSON file in this archive.');
  let left = UNPACKED_BYTES_MAX;
  for (const entry of files) {
    const counted = bounded(await openEntry(zip, entry), left, 'archive', (size) => (left -= size));
    yield { name: entry.fileName, bytes: counted };
  }
}

/** Returns the route files of an archive. In a KMZ the first KML file is the document; the rest are linked from it. */
function routeFiles(entries: readonly Entry[]): Entry[] {
  const files = entries.filter(({ fileName }) => ROUTE_FILE.test(fileName) && !/(^|\/)(__MACOSX\/|\._)/.test(fileName));
  const isKmz = files.length > 0 && files.every(({ fileName }) => /\.kml$/i.test(fileName));
  const document = files.find(({ fileName }) => fileName.toLowerCase() === 'doc.kml') ?? files[0];
  return isKmz && document ? [document] : files.slice(0, FILES_MAX);
}

async function openZip(bytes: Buffer): Promise<ZipFile> {
  return fromBufferPromise(bytes, { validateEntrySizes: true }).catch(() => {
    throw new UnpackError('This ZIP archive is damaged.');
  });
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      entries.push(entry);
      if (entries.length > ENTRIES_MAX) break;
    }
  } catch {
    throw new UnpackError('This ZIP archive is damaged.');
  }
  if (entries.length > ENTRIES_MAX) throw new UnpackError(`This ZIP archive has more than ${ENTRIES_MAX} files.`);
  return entries;
}

async function openEntry(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Buffer>> {
  if (entry.isEncrypted()) throw new UnpackError('This ZIP archive is encrypted.');
  return zip.openReadStreamPromise(entry).catch(() => {
    throw new UnpackError('This ZIP archive is damaged.');
  });
}

function unzipped(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  // An error of the source also ends the unpacking.
  const unpacking = pipeline(Readable.from(bytes), createGunzip(), () => undefined);
  return bounded(unpacking, UNPACKED_BYTES_MAX, 'file');
}

async function* bounded(
  bytes: AsyncIterable<Buffer>,
  bytesMax: number,
  what: string,
  onEnd: (size: number) => void = () => undefined,
): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > bytesMax) throw new UnpackError(`This ${what} holds more than ${bytesMax / 1_000_000} MB.`);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof UnpackError ? error : new UnpackError(`This ${what} is damaged.`);
  } finally {
    onEnd(size);
  }
}

/** Returns the first bytes of a file, fewer if it is shorter, and the whole file from its start. */
export async function peekBytes(
  bytes: AsyncIterable<Buffer | string>,
  count: number,
): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  const chunks = buffersOf(bytes);
  const held: Buffer[] = [];
  let length = 0;
  while (length < count) {
    const next = await chunks.next();
    if (next.done) break;
    held.push(next.value);
    length += next.value.length;
  }
  async function* again(): AsyncGenerator<Buffer> {
    yield* held.splice(0);
    yield* chunks;
  }
  return { head: Buffer.concat(held), all: again() };
}

async function* buffersOf(bytes: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer, void, void> {
  for await (const chunk of bytes) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}
