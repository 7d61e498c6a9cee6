// Aim: F9: any file sent as a photo is refused or becomes a photo, within bounded memory, and no served file reveals
// anyone's location. The database, the files and the decoding process are real.
import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ProductError } from '@switchback/platform/errors';
import { type Random, repetitions, runSeed, seededRandom } from '@switchback/testing/random';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { openMedia, type OpenedMedia, STAFF } from './media.fixture.js';

const seed = runSeed();
const MUTATIONS = repetitions({ short: 20, full: 2_000 });
const TIMEOUT_MS = repetitions({ short: 300_000, full: 3_600_000 });
/** Same as the service's decoding concurrency. */
const AT_ONCE = 2;
const WATCH_MS = 10;
const MEGABYTE = 1_048_576;
const OWN_GROWTH_MAX = 100 * MEGABYTE;
/** The goal's 300 MB, plus the memory of the process before it has read a byte. */
const DECODER_MAX = (300 + 50) * MEGABYTE;
const REFUSALS = ['photoNotAccepted', 'photoTooLarge'];
const CANARY = 'GPS-CANARY';

let media: OpenedMedia;

beforeAll(async () => {
  media = await openMedia();
});
afterAll(() => media.close());

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#aa3311' } });
/** Adds a location, as a phone does, and a word that must not appear in any output. */
const withPlace = (photo: Sharp) =>
  photo.withExif({
    IFD0: { Copyright: CANARY },
    IFD3: { GPSLatitude: '35/1 33/1 0/1', GPSLatitudeRef: 'N', GPSLongitude: '82/1 30/1 0/1', GPSLongitudeRef: 'W' },
  });
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);

/** Builds a PNG of one color that claims this size; with `isWhole` its data has that size, too. */
function png(width: number, height: number, options: { interlaced?: boolean; isWhole?: boolean } = {}): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits each of red, green, blue and alpha.
  header.set([8, 6, 0, 0, options.interlaced ? 1 : 0], 8);
  const data = options.isWhole ? deflateSync(Buffer.alloc((width * 4 + 1) * height), { level: 1 }) : Buffer.alloc(8);
  const parts = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts]);
}

/** Returns an AVIF that carries the brand of HEIC. */
async function disguised(): Promise<Buffer> {
  const avif = await plain(64, 64).avif().toBuffer();
  avif.write('heic', 8, 'latin1');
  return avif;
}

type Answer = 'taken' | 'photoNotAccepted' | 'photoTooLarge';
const CORPUS: Record<string, [make: () => Promise<Buffer> | Buffer, ...answers: Answer[]]> = {
  'no bytes': [() => Buffer.alloc(0), 'photoNotAccepted'],
  'one byte': [() => Buffer.from([0xff]), 'photoNotAccepted'],
  'half a JPEG': [async () => half(await plain(900, 900).jpeg().toBuffer()), 'photoNotAccepted'],
  'half a PNG': [async () => half(await plain(900, 900).png().toBuffer()), 'photoNotAccepted'],
  'half of what says HEIC': [async () => half(await disguised()), 'photoNotAccepted'],
  'an AVIF that says HEIC': [disguised, 'photoNotAccepted', 'taken'],
  'a WebP': [() => plain(60, 30).webp().toBuffer(), 'photoNotAccepted'],
  'a GIF': [() => plain(60, 30).gif().toBuffer(), 'photoNotAccepted'],
  'a TIFF': [() => plain(60, 30).tiff().toBuffer(), 'photoNotAccepted'],
  'a PDF': [() => Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>'), 'photoNotAccepted'],
  'an SVG that reads files': [
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    'photoNotAccepted',
  ],
  'a PNG that is a script first': [
    async () => Buffer.concat([Buffer.from('<script>1</script>'), await plain(60, 30).png().toBuffer()]),
    'photoNotAccepted',
  ],
  'a JPEG that is an archive and a page too': [
    async () => Buffer.concat([await withPlace(plain(60, 30)).jpeg().toBuffer(), Buffer.from(`PK<html>${CANARY}`)]),
    'taken',
  ],
  'a JPEG with a place': [() => withPlace(plain(60, 30)).jpeg().toBuffer(), 'taken'],
  'a PNG with a place': [() => withPlace(plain(60, 30)).png().toBuffer(), 'taken'],
  'a JPEG of words beside its pixels': [
    () => plain(60, 30).withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${CANARY}</x:xmpmeta>`).jpeg().toBuffer(),
    'taken',
  ],
  'a header that claims 100,000 by 100,000': [() => png(100_000, 100_000), 'photoTooLarge'],
  'a header that claims no pixels': [() => png(0, 0), 'photoNotAccepted'],
  'a header that claims 7,000 by 7,000': [() => png(7_000, 7_000), 'photoNotAccepted'],
  'a bomb of 81 million pixels': [() => plain(9_000, 9_000).png().toBuffer(), 'photoTooLarge'],
  'a bomb just below the limit': [() => png(7_000, 7_000, { isWhole: true }), 'taken'],
  'an interlaced bomb just below the limit': [
    () => png(7_000, 7_000, { isWhole: true, interlaced: true }),
    'photoNotAccepted',
    'taken',
  ],
  'a progressive JPEG just below the limit': [
    () => plain(7_000, 7_000).jpeg({ progressive: true }).toBuffer(),
    'taken',
  ],
  'a turned picture just below the limit': [
    () => plain(7_000, 7_000).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    'taken',
  ],
  'a strip one pixel high': [() => plain(60_000, 1).jpeg().toBuffer(), 'taken'],
};

async function send(bytes: Buffer): Promise<Answer> {
  const entries = [{ upload: await media.upload(bytes), credit: undefined, description: '', withPlace: false }];
  try {
    const { photos } = await media.rpc.savePhotos(
      { driveId: 'd1', entries, whole: false, idempotency: undefined },
      STAFF,
    );
    expect(photos.length).toBeGreaterThan(0);
    return 'taken';
  } catch (error) {
    if (error instanceof ProductError && REFUSALS.includes(error.error)) return error.error as Answer;
    throw error;
  }
}

/** Checks that every stored file is a JPEG without metadata. */
async function checkOutputs(): Promise<number> {
  const keys = await media.storedKeys('photos/');
  for (const key of keys) {
    const file = Buffer.concat(await (await media.files.storage.get(key)).body.toArray());
    const { format, exif, xmp, iptc, icc, comments } = await sharp(file).metadata();
    const words = { exif, xmp, iptc, icc, comments };
    expect({ key, format, ...words }).toEqual({ key, format: 'jpeg' });
    expect(file.includes(CANARY)).toBe(false);
  }
  return keys.length;
}

/** Measures in bytes how much this thread grew at most during `work`, and the peak memory of any process it started. */
async function memoryDuring(work: () => Promise<unknown>): Promise<{ own: number; decoder: number }> {
  const before = ownMemory();
  const most = { own: 0, decoder: 0 };
  const look = () => {
    most.own = Math.max(most.own, ownMemory() - before);
    for (const pid of readProc('/proc/thread-self/children').split(' ').filter(Boolean)) {
      const [, peakKb = 0] = /VmHWM:\s+(\d+)/.exec(readProc(`/proc/${pid}/status`)) ?? [];
      most.decoder = Math.max(most.decoder, Number(peakKb) * 1_024);
    }
  };
  const watch = setInterval(look, WATCH_MS);
  await work().finally(() => clearInterval(watch));
  return most;
}

/** Memory of this thread; other specs run in other threads of the process. */
function ownMemory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Reads a file in /proc; empty if the process has ended. */
function readProc(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function expectBounded({ own, decoder }: { own: number; decoder: number }): void {
  // Zero would mean that no decoder was observed.
  expect(decoder).toBeGreaterThan(0);
  expect(own).toBeLessThan(OWN_GROWTH_MAX);
  expect(decoder).toBeLessThan(DECODER_MAX);
}

function mutated(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  for (let flips = 1 + random.below(16); flips > 0; flips -= 1) {
    // Most bytes that break readers are near the start.
    const at = random.below(random.chance(0.5) ? Math.min(512, copy.length) : copy.length);
    copy[at] = random.chance(0.5) ? random.pick([0, 1, 0x7f, 0x80, 0xff]) : copy[at]! ^ (1 << random.below(8));
  }
  if (random.chance(0.2)) return copy.subarray(0, random.below(copy.length));
  return random.chance(0.1) ? Buffer.concat([copy, copy]) : copy;
}

describe('a file uploaded as a photo', () => {
  it.each(Object.keys(CORPUS))(
    '%s',
    async (name) => {
      const [make, ...answers] = CORPUS[name]!;
      const bytes = await make();
      await media.empty();
      let answer: Answer | undefined;
      const memory = await memoryDuring(async () => (answer = await send(bytes)));
      expect(answers).toContain(answer);
      expectBounded(memory);
      expect(await checkOutputs()).toBe(answer === 'taken' ? 4 : 0);
      expect(await media.storedKeys('uploads/')).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

it(
  `${MUTATIONS} mutations are each rejected or accepted, and reveal only their pixels (SEED=${seed})`,
  async () => {
    const random = seededRandom(seed);
    const samples = [
      await withPlace(plain(64, 48)).jpeg().toBuffer(),
      await withPlace(plain(64, 48)).jpeg({ progressive: true }).toBuffer(),
      await withPlace(plain(64, 48)).png().toBuffer(),
      await withPlace(plain(64, 48)).withMetadata({ orientation: 6 }).png({ progressive: true }).toBuffer(),
      await disguised(),
    ];
    await media.empty();
    const seen: Record<string, number> = {};
    const memory = await memoryDuring(async () => {
      for (let sent = 0; sent < MUTATIONS; sent += AT_ONCE) {
        const files = Array.from({ length: AT_ONCE }, () => mutated(random.pick(samples), random));
        for (const answer of await Promise.all(files.map(send))) seen[answer] = (seen[answer] ?? 0) + 1;
        if (sent % 50 > 0) continue;
        await checkOutputs();
        await media.empty();
      }
    });
    await checkOutputs();
    expectBounded(memory);
    // The test would prove nothing if all were refused, or all accepted.
    expect(seen['taken']).toBeGreaterThan(0);
    expect(seen['photoNotAccepted']).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);
