// Aim: F8: a disk that fills up, or fails while a file is moved into place, results in a clear error, and leaves no
// photo, file or draft behind. The file system is real except for the calls that fail.
import { promises } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toRefusal } from '@switchback/platform/errors';
import { repetitions, runSeed, seededRandom } from '@switchback/testing/random';
import sharp from 'sharp';
import { PHOTO_SIZES } from './decoding/decoded.js';
import { openMedia, type OpenedMedia, STAFF } from './media.fixture.js';

type Call = 'rename' | 'open';
const seed = runSeed();
const RUNS = repetitions({ short: 4, full: 50 });
const PATIENCE_MS = 300_000;

/** The call that fails next, its error code, and how many calls succeed before it. */
let hurt: { call: Call; code: string; after: number } | null = null;
const failing =
  <Given extends unknown[], Answer>(call: Call, work: (...args: Given) => Promise<Answer>) =>
  (...args: Given): Promise<Answer> => {
    if (hurt?.call !== call || hurt.after-- > 0) return work(...args);
    const { code } = hurt;
    hurt = null;
    return Promise.reject(Object.assign(new Error(`${code}: ${call}`), { code, syscall: call }));
  };

let media: OpenedMedia;
const { open, rename } = promises;

/** Replaces functions of the file system wherever they are imported. */
function replace(functions: Partial<typeof promises>): void {
  Object.assign(promises, functions);
  syncBuiltinESMExports();
}

beforeAll(async () => {
  replace({ open: failing('open', open), rename: failing('rename', rename) });
  media = await openMedia();
});
afterAll(async () => {
  replace({ open, rename });
  await media.close();
});

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
          .savePhotos({ driveId: 'd1', entries, whole: false, idempotency: undefined }, STAFF)
          .then(
            () => null,
            (thrown: unknown) => toRefusal(thrown),
          );
        expect([refused?.error, refused?.toApiError('r').type]).toEqual([error, type]);
        await media.photoFiles.sweep();
        expect((await media.rpc.listPhotos({ driveId: 'd1' }, STAFF)).photos).toEqual([]);
        expect([await media.storedKeys(), await readdir(join(media.files.folder, '.drafts'))]).toEqual([[], []]);
      }
      expect(await media.add(STAFF, 'd1', bytes)).toHaveLength(1);
      await media.empty();
    },
    PATIENCE_MS,
  );
});
