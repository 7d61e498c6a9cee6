// Aim: whatever removes a photo while it is being decoded, nothing of it remains; leftovers of an older release are
// deleted; a repeated upload yields one photo. The database and the files are real; the decoder returns at once, or
// when a barrier opens.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { photoSubmissionsTopic } from '@switchback/platform/events/topics';
import { outboxOfTopic } from '@switchback/testing/outbox';
import { repetitions, runSeed, seededRandom } from '@switchback/testing/random';
import type { Decode } from './decoding/decode.js';
import { asking as as, openMedia, type OpenedMedia, STAFF as staff } from './media.fixture.js';
import { Photo, PhotoLike } from './photo.entity.js';
import { Suspension } from '@switchback/platform/db/suspensions';

const seed = runSeed();
const RACES = repetitions({ short: 20, full: 500 });
const never = new AbortController().signal;
const bytes = Buffer.from('picture');

let media: OpenedMedia;

/** Reads the whole upload, as the decoder does, and returns files without pixels. */
const decode: Decode = async (source) => {
  for await (const chunk of source) void chunk;
  const files = { small: bytes, medium: bytes, large: bytes, original: bytes };
  return { files, color: '#000000', width: 1, height: 1 };
};

beforeAll(async () => {
  media = await openMedia(decode);
});
beforeEach(() => media.empty());
afterAll(() => media.close());

const deleted = (id: string) => ({ id, rev: 5, saved: undefined, deleted: {} });
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => 'stored',
    (error: unknown) => (error as { error?: string }).error ?? String(error),
  );
const entryOf = async (photo: string, name = '') => ({
  upload: await media.upload(Buffer.from(photo)),
  credit: { userId: '', name, externalUrl: 'https://me.example', description: 'mine' },
  description: '',
  withPlace: false,
});

/**
 * Returns the number of stored photos, likes and suspensions, the stored files, and the open items in the staff queue.
 */
async function remains() {
  await media.photoFiles.sweep();
  const open = new Set<string>();
  for (const { subjectId, waiting } of await outboxOfTopic(media.source, photoSubmissionsTopic))
    if (waiting) open.add(subjectId);
    else open.delete(subjectId);
  const tables = [];
  for (const table of [Photo, PhotoLike, Suspension]) tables.push(await media.source.getRepository(table).count());
  return [...tables, await media.storedKeys('photos/'), open.size];
}
const NOTHING = [0, 0, 0, [], 0];

describe('a photo during decoding', () => {
  it.each<[string, string, () => Promise<void>]>([
    ['its drive', 'driveNotFound', () => media.lifecycle.follow(deleted('d1'))],
    ['its person', 'invalidSession', () => media.lifecycle.erasePerson('ben')],
  ])('is not stored if %s is deleted', async (_name, refusal, remove) => {
    media.world.decoded = remove;
    expect(await errorOf(media.add(as('ben'), 'd1', bytes))).toBe(refusal);
    expect(await remains()).toEqual(NOTHING);
  });

  it('is rejected if its drive is no longer shared', async () => {
    media.world.decoded = async () => void (media.world.sharedWith = []);
    expect(await errorOf(media.add(as('ben'), 'own', bytes))).toBe('driveNotFound');
    expect(await remains()).toEqual(NOTHING);
  });

  it('is hidden if its person is suspended', async () => {
    media.world.decoded = () => media.lifecycle.suspend('ben', 1, true);
    const [photo] = await media.add(as('ben'), 'own', bytes);
    const seen = async () => (await media.rpc.listPhotos({ driveId: 'own' }, as('ann'))).photos.map(({ id }) => id);
    expect(await seen()).toEqual([]);
    await media.lifecycle.suspend('ben', 2, false);
    expect(await seen()).toEqual([photo!.id]);
  });

  it(`concurrent with the deletion of its drive or person leaves nothing, in any order (SEED=${seed})`, async () => {
    const random = seededRandom(seed);
    for (let run = 0; run < RACES; run += 1) {
      await media.empty();
      const remove =
        run % 2 === 0 ? () => media.lifecycle.follow(deleted('d1')) : () => media.lifecycle.erasePerson('ben');
      let open: () => void = () => undefined;
      let decodedNow: () => void = () => undefined;
      const decoded = new Promise<void>((resolve) => (decodedNow = resolve));
      const barrier = new Promise<void>((resolve) => (open = resolve));
      media.world.decoded = () => {
        decodedNow();
        return barrier;
      };
      const added = errorOf(media.add(as('ben'), 'd1', bytes));
      await decoded;
      const steps = random.shuffle([() => (open(), added), remove]);
      await Promise.all(steps.map((step) => step()));
      expect(await remains()).toEqual(NOTHING);
    }
  }, 600_000);
});

describe('a person whose account is deleted', () => {
  it('is not suspended afterwards, and has no likes', async () => {
    const [photo] = await media.add(staff, 'd1', bytes);
    await media.lifecycle.erasePerson('ben');
    await media.lifecycle.suspend('ben', 9, true);
    const like = { driveId: 'd1', id: photo!.id, like: true };
    expect(await errorOf(media.rpc.likePhoto(like, as('ben')))).toBe('invalidSession');
    expect((await remains()).slice(1, 3)).toEqual([0, 0]);
  });

  it('leaves no credit on the photos that stay', async () => {
    const entries = [await entryOf('one', 'Ben B.')];
    const { photos } = await media.rpc.savePhotos(
      { driveId: 'd1', entries, whole: false, idempotency: undefined },
      as('ben'),
    );
    await media.rpc.decidePhoto({ driveId: 'd1', id: photos[0]!.id, approve: true }, staff);
    await media.lifecycle.erasePerson('ben');
    const [left] = (await media.rpc.listPhotos({ driveId: 'd1' }, staff)).photos;
    expect(left).toMatchObject({ addedBy: '', credit: { userId: '', name: '', externalUrl: '', description: '' } });
  });
});

describe('leftovers of a release without tombstones', () => {
  // The cleanup runs once an hour.
  beforeEach(() => void (media.world.nowMs += 61 * 60_000));

  it.each(['d1', 'ben'])(
    'of %s, which is deleted, are deleted with their files and items in the queue',
    async (gone) => {
      await media.add(as('ben'), 'd1', bytes);
      await media.source.query('update drive set gone = null');
      await media.source.query('truncate person');
      media.world.gone = [gone];
      await media.leftovers.clear(never);
      expect(await remains()).toEqual(NOTHING);
    },
  );

  it('of existing drives and people stay, and are checked once', async () => {
    const [photo] = await media.add(as('ben'), 'own', bytes);
    await media.source.query('update drive set gone = null');
    await media.source.query('truncate person');
    await media.leftovers.clear(never);
    expect((await media.rpc.listPhotos({ driveId: 'own' }, as('ben'))).photos).toMatchObject([{ id: photo!.id }]);
    expect(await media.source.query('select id, gone from drive')).toEqual([{ id: 'own', gone: false }]);
    expect(await media.source.query('select id, gone from person')).toEqual([{ id: 'ben', gone: false }]);
  });
});

describe('a repeated upload', () => {
  it('returns the photo that it became, also together with others and in a whole list', async () => {
    const send = async (names: string[], whole: boolean, input: { id: string }[] = []) => {
      const kept = input.map(({ id }) => ({ id, credit: undefined, description: '', withPlace: false }));
      const entries = [...kept, ...(await Promise.all(names.map((name) => entryOf(name))))];
      const { photos } = await media.rpc.savePhotos({ driveId: 'd1', entries, whole, idempotency: undefined }, staff);
      return photos.map(({ id }) => ({ id }));
    };
    const first = await send(['one'], false);
    expect(await send(['one'], false)).toEqual(first);
    const both = await send(['one', 'two', 'two'], false);
    expect([both.length, both[0]]).toEqual([2, first[0]]);
    const turned = await send(['one'], true, [both[1]!]);
    expect(turned).toEqual([both[1], both[0]]);
    expect(await send(['one'], true, [both[1]!])).toEqual(turned);
    await media.photoFiles.sweep();
    expect(await media.storedKeys('photos/')).toHaveLength(8);
  });

  it('with an Idempotency-Key is processed once, and rejected with other bytes', async () => {
    const idempotency = { key: 'k1', fingerprint: 'f1' };
    const send = async (photo: string) =>
      media.rpc.savePhotos({ driveId: 'd1', entries: [await entryOf(photo)], whole: false, idempotency }, as('ben'));
    const [first] = (await send('one')).photos;
    await media.rpc.deletePhoto({ driveId: 'd1', id: first!.id }, as('ben'));
    expect((await send('one')).photos).toEqual([]);
    await expect(send('two')).rejects.toMatchObject({ error: 'keyReused' });
    await media.photoFiles.sweep();
    expect(await media.storedKeys('photos/')).toEqual([]);
  });

  it('at the same time is one photo', async () => {
    await Promise.all(Array.from({ length: 4 }, () => media.add(as('ben'), 'd1', bytes)));
    expect((await media.rpc.listPhotos({ driveId: 'd1' }, staff)).photos).toHaveLength(1);
  });

  it('by another person, to another drive, or after a deletion, is another photo', async () => {
    const [one] = await media.add(as('ben'), 'own', bytes);
    expect(await media.add(as('ann'), 'own', bytes)).toHaveLength(2);
    expect(await media.add(as('ben'), 'd1', bytes)).toHaveLength(1);
    await media.rpc.deletePhoto({ driveId: 'own', id: one!.id }, as('ben'));
    expect(await media.add(as('ben'), 'own', bytes)).toHaveLength(2);
  });
});

it('a photo whose file cannot be removed delays no other, and is retried later each time', async () => {
  const photos = [];
  for (const name of ['one', 'two', 'three']) photos.push((await media.add(staff, 'd1', Buffer.from(name))).at(-1)!);
  const stuck = photos[0]!.id;
  const remove = media.files.storage.delete.bind(media.files.storage);
  const tried: string[] = [];
  media.files.storage.delete = (key) => {
    tried.push(key);
    return key.includes(stuck) ? Promise.reject(new Error('denied')) : remove(key);
  };
  await media.lifecycle.follow(deleted('d1'));
  await expect(media.photoFiles.sweep()).rejects.toThrow(AggregateError);
  expect((await media.storedKeys('photos/')).every((key) => key.includes(stuck))).toBe(true);
  const retriedAfter = async (minutes: number) => {
    tried.length = 0;
    media.world.nowMs += minutes * 60_000;
    await media.photoFiles.sweep().catch(() => undefined);
    return tried.length;
  };
  const retries = [];
  for (const minutes of [0.5, 0.5, 1, 1]) retries.push(await retriedAfter(minutes));
  expect(retries).toEqual([0, 1, 0, 1]);
  media.files.storage.delete = remove;
  media.world.nowMs += 10 * 60_000;
  await media.photoFiles.sweep();
  expect(await media.storedKeys('photos/')).toEqual([]);
});
