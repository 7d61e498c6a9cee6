import { basename } from 'node:path/posix';
import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { NameList, shownName } from '../formats/name-list.js';

/** Archives are held in memory, since their directory is at the end. */
const ARCHIVE_BYTES_MAX = 50_000_000;
/** Held in memory next to the archive around it. */
const INNER_ARCHIVE_BYTES_MAX = 20_000_000;
const ENTRIES_MAX = 1_000;
/** Maximum number of route files read from one archive, with those of the archives in it. */
const FILES_MAX = 20;
const UNPACKED_BYTES_MAX = 200_000_000;
const NAMES_MAX = 20;
const DOCUMENT = 'doc.kml';
const ROUTE_FILE = /\.(gpx|kml|tcx|fit|itn|geojson|json|geojsonl|geojsons|ndjson|ldjson|jsonl|kmz|zip)(\.gz)?$/i;
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
const GZIP = Buffer.from([0x1f, 0x8b]);

export interface PlainFile {
  name: string;
  bytes: AsyncIterable<Buffer>;
  /** Names of all route files of its archive; absent outside an archive. */
  siblings?: ReadonlySet<string>;
}

type PackedFile = Omit<PlainFile, 'bytes'> & { bytes: AsyncIterable<Buffer | string> };

/** A route file of an archive that is not read, with the reason, as a sentence. */
export interface LeftOutFile {
  leftOut: string;
}

/** Reason why a packed file cannot be read, as a sentence. */
export class UnpackError extends Error {
  override readonly name = 'UnpackError';
}

interface ByteBudget {
  bytesMax: number;
  bytesLeft: number;
}

/** Limits shared by an archive and the archives in it. */
interface Budget extends ByteBudget {
  entries: number;
  files: number;
  /** Names of the files beyond the limit. */
  beyond: NameList;
}

/** Number of layers that may still be unpacked. */
interface Layers {
  archives: number;
  gzips: number;
}

/**
 * Yields the route files in a file: the file itself, or the contents of a ZIP archive (such as a KMZ) or gzip, of both,
 * and of archives in an archive, one level deep. Bounds memory and unpacked size, and reports the files left out.
 * @throws UnpackError, also while a file's bytes are read; an error of a file in an archive affects no other file.
 */
export async function* unpack(
  bytes: AsyncIterable<Buffer | string>,
  name: string,
): AsyncGenerator<PlainFile | LeftOutFile> {
  const budget: Budget = {
    ...bytesOf(UNPACKED_BYTES_MAX),
    entries: ENTRIES_MAX,
    files: FILES_MAX,
    beyond: new NameList(NAMES_MAX),
  };
  yield* contentsOf({ name, bytes }, { archives: 2, gzips: 1 }, budget);
  if (budget.beyond.isEmpty) return;
  yield { leftOut: `The archive has more than ${FILES_MAX} route files. These were left out: ${budget.beyond.text}.` };
}

async function* contentsOf(
  { name, bytes, siblings }: PackedFile,
  { archives, gzips }: Layers,
  budget: Budget,
): AsyncGenerator<PlainFile | LeftOutFile> {
  const { head, all } = await peekBytes(bytes, ZIP.length);
  const isGzip = head.subarray(0, GZIP.length).equals(GZIP);
  const isZip = head.subarray(0, ZIP.length).equals(ZIP);
  if ((isGzip && gzips === 0) || (isZip && archives === 0)) {
    throw new UnpackError('It is packed too many times: one archive in another is read.');
  }
  if (isGzip) {
    const file = { name: name.replace(/\.gz$/i, ''), bytes: unzipped(all, budget), ...(siblings && { siblings }) };
    yield* contentsOf(file, { archives, gzips: gzips - 1 }, budget);
  } else if (isZip) {
    yield* filesOfZip(
      { name, bytes: all, ...(siblings && { siblings }) },
      { archives: archives - 1, gzips: 1 },
      budget,
    );
  } else {
    budget.files -= 1;
    yield { name, bytes: all, ...(siblings && { siblings }) };
  }
}

async function* filesOfZip(
  archive: PlainFile,
  layers: Layers,
  budget: Budget,
): AsyncGenerator<PlainFile | LeftOutFile> {
  const bytesMax = archive.siblings ? INNER_ARCHIVE_BYTES_MAX : ARCHIVE_BYTES_MAX;
  const zip = await openZip(await buffer(bounded(archive.bytes, bytesOf(bytesMax), 'archive')));
  const files = routeFiles(await entriesOf(zip, budget));
  if (files.length === 0) throw new UnpackError('There is no GPX, KML, TCX, FIT, ITN or GeoJSON file in this archive.');
  const siblings = new Set(files.map(({ fileName }) => fileName));
  for (const entry of files) {
    if (budget.files <= 0) {
      budget.beyond.add(entry.fileName);
      continue;
    }
    try {
      const bytes = bounded(await openEntry(zip, entry), budget, 'archive');
      yield* contentsOf({ name: nameOf(entry, archive.name), bytes, siblings }, layers, budget);
    } catch (error) {
      if (!(error instanceof UnpackError) || files.length === 1) throw error;
      yield { leftOut: `${shownName(entry.fileName)}: ${error.message}` };
    }
  }
}

/** The document of a KMZ has the same name in every archive. */
function nameOf({ fileName }: Entry, archiveName: string): string {
  const isDocument = fileName.toLowerCase() === DOCUMENT && archiveName !== '';
  return isDocument ? basename(archiveName).replace(/(\.\w+)?$/, '.kml') : fileName;
}

/** Returns the route files of an archive: a KMZ's document first, JSON last, which is often something else. */
function routeFiles(entries: readonly Entry[]): Entry[] {
  const files = entries.filter(({ fileName }) => ROUTE_FILE.test(fileName) && !/(^|\/)(__MACOSX\/|\._)/.test(fileName));
  const rank = ({ fileName }: Entry) =>
    fileName.toLowerCase() === DOCUMENT ? 0 : /\.json(\.gz)?$/i.test(fileName) ? 2 : 1;
  return files.toSorted((one, other) => rank(one) - rank(other));
}

async function openZip(bytes: Buffer): Promise<ZipFile> {
  return fromBufferPromise(bytes, { validateEntrySizes: true }).catch(() => {
    throw new UnpackError('This ZIP archive is damaged.');
  });
}

async function entriesOf(zip: ZipFile, budget: Budget): Promise<Entry[]> {
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      budget.entries -= 1;
      if (budget.entries < 0) break;
      entries.push(entry);
    }
  } catch {
    throw new UnpackError('This ZIP archive is damaged.');
  }
  if (budget.entries < 0) throw new UnpackError(`This ZIP archive has more than ${ENTRIES_MAX} files.`);
  return entries;
}

async function openEntry(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Buffer>> {
  if (entry.isEncrypted()) throw new UnpackError('This ZIP archive is encrypted.');
  return zip.openReadStreamPromise(entry).catch(() => {
    throw new UnpackError('This ZIP archive is damaged.');
  });
}

function unzipped(bytes: AsyncIterable<Buffer>, budget: Budget): AsyncIterable<Buffer> {
  // An error of the source also ends the unpacking.
  const unpacking = pipeline(Readable.from(bytes), createGunzip(), () => undefined);
  return bounded(unpacking, budget, 'file');
}

function bytesOf(bytesMax: number): ByteBudget {
  return { bytesMax, bytesLeft: bytesMax };
}

/** Charges the bytes to a budget. */
async function* bounded(bytes: AsyncIterable<Buffer>, budget: ByteBudget, what: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of bytes) {
      budget.bytesLeft -= chunk.length;
      if (budget.bytesLeft < 0)
        throw new UnpackError(`This ${what} holds more than ${budget.bytesMax / 1_000_000} MB.`);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof UnpackError ? error : new UnpackError(`This ${what} is damaged.`);
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
