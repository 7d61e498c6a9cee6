// Aim: F8: a disk that fills up, or fails while a file is moved into place, results in a clear error, and leaves no
// photo, file or draft behind. The file system is real except for the calls that fail.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { toRefusal } from '@switchback/platform/errors';
import { repetitions, runSeed, seededRandom } from '@switchback/testing/random';
import sharp from 'sharp';
import { PHOTO_SIZES } from './decoding/decoded.js';
import type { OpenedMedia } from './media.fixture.js';

type Call = 'rename' | 'open';
const seed = runSeed();
const RUNS = repetitions({ short: 4, full: 50 });
const PATIENCE_MS = 300_000;

/** The call that fails next, its error code, and how many calls succeed before it. */
let hurt: { call: Call; code: string; after: number } | null = null;
const failing =
  <Given extends unknown[], Answer>(call: Call, work: (...given: Given) => Promise<Answer>) =>
  (...given: Given): Promise<Answer> => {
    if (hurt?.call !== call || hurt.after-- > 0) return work(...given);
    const { code } = hurt;
    hurt = null;
    return Promise.reject(Object.assign(new Error(`${code}: ${call}`), { code, syscall: call }));
  };
const actual = await import('node:fs/promises');
jest.unstable_mockModule('node:fs/promises', () => ({
  ...actual,
  rename: failing('rename', actual.rename),
  open: failing('open', actual.open),
}));

let media: OpenedMedia;
let staff: Parameters<OpenedMedia['add']>[0];

beforeAll(async () => {
  const fixture = await import('./media.fixture.js');
  staff = fixture.STAFF;
  media = await fixture.openMedia();
});
afterAll(() => media.close());

const CASES: Record<string, [call: Call, code: string, error: string, type: number]> = {
  'fails to rename': ['rename', 'EIO', 'unavailable', 503],
  'has no room for a name': ['rename', 'ENOSPC', 'storageFull', 507],
  'has no room for a file': ['open', 'ENOSPC', 'storageFull', 507],
};

describe(`a disk that (SEED=${seed})`, () => {
  const random = seededRandom(seed);

  it.each(Object.keys(CASES))(
    '%s',
    async (name) => {
      const [call, code, error, type] = CASES[name]!;
      const bytes = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#aa3311' } })
        .jpeg()
        .toBuffer();
      for (let run = 0; run < RUNS; run += 1) {
        const key = await media.upload(bytes);
        const entries = [{ upload: key, credit: undefined, description: '', withPlace: false }];
        // Opened files include the upload being read, and the folders being synced.
        hurt = { call, code, after: (call === 'open' ? 1 : 0) + random.below(PHOTO_SIZES.length) };
        const refused = await media.rpc
          .savePhotos({ driveId: 'd1', entries, whole: false, idempotency: undefined }, staff)
          .then(
            () => null,
            (thrown: unknown) => toRefusal(thrown),
          );
        expect([refused?.error, refused?.toApiError('r').type]).toEqual([error, type]);
        await media.photoFiles.sweep();
        expect((await media.rpc.listPhotos({ driveId: 'd1' }, staff)).photos).toEqual([]);
        expect([await media.storedKeys(), await readdir(join(media.files.folder, '.drafts'))]).toEqual([[], []]);
      }
      expect(await media.add(staff, 'd1', bytes)).toHaveLength(1);
      await media.empty();
    },
    PATIENCE_MS,
  );
});
