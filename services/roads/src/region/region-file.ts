import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { createGunzip, gzipSync } from 'node:zlib';
import { LIST_MAX, type Storage } from '@switchback/platform/storage/storage';
import type { z } from 'zod';

/** Entries are compressed in parts, since all of them may be hundreds of megabytes. */
const PART = 500;
const FILE_BYTES_MAX = 1_000_000_000;

/**
 * Files of entries, a line of JSON each, compressed by gzip. Each archive has a file of its own, so that the archive alone
 * switches to another region.
 */
export class RegionFile<Entry> {
  /**
   * @param prefix of the keys in the storage.
   * @param max further entries are not read.
   */
  constructor(
    private readonly prefix: string,
    private readonly entry: z.ZodType<Entry>,
    private readonly max: number,
  ) {}

  write(path: string, entries: readonly Entry[]): void {
    const file = openSync(path, 'w');
    try {
      for (let at = 0; at === 0 || at < entries.length; at += PART) {
        const lines = entries.slice(at, at + PART).map((entry) => `${JSON.stringify(entry)}\n`);
        writeSync(file, gzipSync(lines.join('')));
      }
    } finally {
      closeSync(file);
    }
  }

  /** @throws Error if the file is damaged. */
  async read(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Entry[]> {
    const entries: Entry[] = [];
    const unpacked = createGunzip();
    const source = Readable.from(chunks);
    source.once('error', (error) => unpacked.destroy(error));
    source.pipe(unpacked);
    for await (const line of linesOf(unpacked)) {
      if (entries.length >= this.max) break;
      entries.push(this.entry.parse(JSON.parse(line)));
    }
    return entries;
  }

  /** Stores the file that belongs to the archive with this source. */
  async store(path: string, source: string, storage: Pick<Storage, 'put'>): Promise<void> {
    const options = { contentType: 'application/gzip', maxBytes: FILE_BYTES_MAX };
    await storage.put(this.#keyOf(source), createReadStream(path), options);
  }

  /** Reads the entries that belong to the archive with this source. @throws StorageError, or Error if they are damaged. */
  async readStored(source: string, storage: Pick<Storage, 'get'>): Promise<Entry[]> {
    return this.read((await storage.get(this.#keyOf(source))).body);
  }

  /** Removes the files of other archives, or of all. */
  async removeExcept(source: string | null, storage: Pick<Storage, 'delete' | 'list'>): Promise<void> {
    for (const { key } of await storage.list({ prefix: this.prefix, max: LIST_MAX }))
      if (source === null || key !== this.#keyOf(source)) await storage.delete(key);
  }

  #keyOf(source: string): string {
    return `${this.prefix}${source.replaceAll(/[^\w]/g, '-')}.gz`;
  }
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
