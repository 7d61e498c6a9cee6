import { createCipheriv, createHash } from 'node:crypto';
import type { Clock } from '@switchback/platform/clock';
import type { FileSource, Storage } from '@switchback/platform/storage/storage';

/** A storage, fresh and empty. */
export interface StorageUnderTest {
  storage: Storage;
  /** Opens another storage on the same files, with its own clock. */
  openAt(clock: Pick<Clock, 'now'>): Promise<Storage>;
  /** Settings for another process to open the same files. */
  environment: Record<string, string>;
  /** Requests a link as a browser does. */
  fetch(url: string, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

/** Returns a clock with this offset. */
export function clockOff(milliseconds: number): Pick<Clock, 'now'> {
  return { now: () => new Date(Date.now() + milliseconds) };
}

/** Returns pseudorandom bytes, identical for the same seed. */
export function bytesOf(size: number, seed = 1): Buffer {
  const key = createHash('md5').update(String(seed)).digest();
  return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size));
}

export function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A chunked source, as from a network; records whether its reader released it. */
export class ChunkedSource implements AsyncIterable<Uint8Array> {
  ended = false;

  constructor(
    private readonly bytes: Buffer,
    private readonly chunkBytes = 65_000,
    /** Thrown after the last byte. */
    private readonly failure?: Error,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (let start = 0; start < this.bytes.length; start += this.chunkBytes) {
        yield this.bytes.subarray(start, start + this.chunkBytes);
      }
      if (this.failure) throw this.failure;
    } finally {
      this.ended = true;
    }
  }
}

export async function contentOf(source: FileSource): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Keys that are, or look like, something other than one of our files. */
export const BAD_KEYS: readonly string[] = [
  '',
  '.',
  '..',
  '/',
  '/etc/passwd',
  '/a.b',
  'a.b/',
  'a//b.c',
  './a.b',
  'a/../b.c',
  '../a.b',
  'a/..',
  'a/./b.c',
  '..\\a.b',
  'a.b\0',
  'a.b\n',
  'a\r\nb.c',
  'a b.c',
  ' a.b',
  'a.b ',
  'a.',
  '.a',
  'a/.b',
  'a..b',
  '-a.b',
  'a.b-',
  '~a.b',
  'a.b~',
  'a%2e%2e.b',
  'a.b?c',
  'a.b#c',
  'a\\b.c',
  'C:',
  'c:/a.b',
  'a:b.c',
  'a*.b',
  'a|b.c',
  '"a.b"',
  '<a>.b',
  'a',
  'a.b/c.d',
  'A.b',
  'a/B.png',
  'é.b',
  'e\u0301.b',
  '\u212a.b',
  'ａ.b',
  '\u202ea.b',
  'ß.b',
  'ı.b',
  '日本.b',
  'nul.txt',
  'a/prn.b',
  'aux.tar.gz',
  'com1.b',
  'a/lpt9.png',
  'a/com5/b.c',
  'con/a.b',
  `${'a'.repeat(127)}.b`,
  `${'a/'.repeat(300)}a.b`,
  `${'a/'.repeat(13)}a.b`,
  `${`${'a'.repeat(100)}/`.repeat(6)}a.b`,
];

/** Keys with a common prefix, or that look like numbers. */
export const GOOD_KEYS: readonly string[] = [
  'a.b',
  'a/a.b',
  'a/b.c',
  'a/b/c.d',
  'a/b-c.d',
  'a-b.c',
  'a0.b',
  'a_b/c.d',
  'a.b.c',
  '0.070',
  '1e5.10',
  'a/007.png',
  'null.null',
  'con1.b',
  'a/console.log',
  `${'z'.repeat(126)}.z`,
];
