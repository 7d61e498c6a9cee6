// Aim: photos are stored whole or not at all, and visible only to people who may see them. The database, the files and
// the decoder are real.
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ProductError, toRefusal } from '@switchback/platform/errors';
import { photosTopic } from '@switchback/platform/events/topics';
import type { Call } from '@switchback/platform/rpc/call';
import { StorageError } from '@switchback/platform/storage/storage';
import type { Photo } from '@switchback/proto/media/v1/service';
import { outboxOfTopic } from '@switchback/testing/outbox';
import sharp from 'sharp';
import { asking as as, openMedia, type OpenedMedia, STAFF as staff, VISITOR as visitor } from './media.fixture.js';
import { isPending, MAY_SEE, maySeePhoto, seenBy } from './photo.policy.js';

let media: OpenedMedia;

beforeAll(async () => {
  media = await openMedia();
});
beforeEach(() => media.empty());
afterAll(() => media.close());

let pictures = 0;
/** A different picture each time, because the same bytes again are the same photo. */
const picture = () =>
  sharp({ create: { width: 60, height: 30, channels: 3, background: { r: 170, g: 51, b: ++pictures * 4 } } })
    .withExif({ IFD0: { Copyright: 'CANARY' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

const add = async (call: Call, driveId = 'd1') => media.add(call, driveId, await picture());
const list = async (call: Call, driveId = 'd1') => (await media.rpc.listPhotos({ driveId }, call)).photos;
const idsOf = (photos: readonly Photo[]) => photos.map(({ id }) => id);

/** Opens an address as a browser does; returns the file's bytes, or the name of the refusal. */
async function open(address: string): Promise<Buffer | string> {
  const url = new URL(address, 'http://drives.example');
  const [driveId = '', id = '', file = ''] = url.pathname.split('/').slice(3);
  const valueOf = (name: string) => url.searchParams.get(name) ?? '';
  const link = { viewer: valueOf('viewer'), expires: valueOf('expires'), signature: valueOf('signature') };
  try {
    const { key } = await media.rpc.openPhoto({ driveId, id, size: file.replace('.jpg', ''), ...link }, visitor);
    return Buffer.concat(await (await media.files.storage.get(key)).body.toArray());
  } catch (error) {
    return error instanceof ProductError ? error.error : String(error);
  }
}

describe('a photo of a published drive', () => {
  it('is visible to its author and staff until approved, and then to all', async () => {
    const [photo] = await add(as('ben'));
    expect(photo).toMatchObject({ pending: true, primary: false, addedBy: 'ben', width: 30, height: 60 });
    expect([await list(visitor), await list(as('ann'))]).toEqual([[], []]);
    expect(idsOf(await list(staff))).toEqual([photo!.id]);
    expect(await open(photo!.small.split('?')[0]!)).toBe('photoNotFound');
    expect(await open(photo!.small)).toBeInstanceOf(Buffer);
    const approve = (rev: number | undefined) =>
      media.rpc.decidePhoto({ driveId: '', id: photo!.id, approve: true, rev }, staff);
    // Staff cannot approve a revision that they have not seen.
    await expect(approve(0)).rejects.toMatchObject({ error: 'staleRevision', additional: { _rev: 1 } });
    await approve(1);
    const [shown] = await list(visitor);
    expect(shown).toMatchObject({ pending: false, primary: true });
    expect(shown!.small).not.toContain('signature');
    expect(await open(shown!.small)).toBeInstanceOf(Buffer);
    await expect(approve(undefined)).rejects.toMatchObject({ error: 'alreadyDecided' });
  });

  it('is hidden immediately when it is disapproved, and its files are deleted in the next sweep', async () => {
    const [photo] = await add(as('ben'));
    await media.rpc.decidePhoto({ driveId: 'd1', id: photo!.id, approve: false, rev: undefined }, staff);
    expect([await list(staff), await open(photo!.small)]).toEqual([[], 'photoNotFound']);
    await media.photoFiles.sweep();
    expect(await media.storedKeys()).toEqual([]);
  });

  it('is upright and contains no metadata of the file', async () => {
    const [photo] = await add(staff);
    for (const address of [photo!.small, photo!.medium, photo!.large, photo!.original]) {
      const file = (await open(address)) as Buffer;
      const { width, height, exif, orientation } = await sharp(file).metadata();
      expect({ width, height, exif, orientation }).toEqual({ width: 30, height: 60 });
      expect(file.includes('CANARY')).toBe(false);
    }
    expect(photo!.pending).toBe(false);
  });
});

describe('a photo of a suspended person', () => {
  it('is visible only to staff until the suspension ends, even by a formerly public address', async () => {
    const published = async () => (await outboxOfTopic(media.source, photosTopic)).at(-1);
    const [photo] = await add(as('rude'));
    await media.rpc.decidePhoto({ driveId: 'd1', id: photo!.id, approve: true, rev: undefined }, staff);
    const address = (await list(visitor))[0]!.small;
    expect(await open(address)).toBeInstanceOf(Buffer);
    await media.lifecycle.suspend('rude', 5, true);
    await media.lifecycle.suspend('rude', 4, false);
    expect([await list(visitor), await list(as('ann'))]).toEqual([[], []]);
    expect(await open(address)).toBe('photoNotFound');
    const [seen] = await list(staff);
    expect(await open(seen!.small)).toBeInstanceOf(Buffer);
    expect(await published()).toMatchObject({ driveId: 'd1', photos: [], count: 1 });
    await media.lifecycle.suspend('rude', 6, false);
    expect(idsOf(await list(visitor))).toEqual([photo!.id]);
    expect(await published()).toMatchObject({ photos: [{ id: photo!.id }] });
  });

  it('is deleted with the account, since it could never be shown again', async () => {
    const [photo] = await add(as('rude'));
    await media.rpc.decidePhoto({ driveId: 'd1', id: photo!.id, approve: true, rev: undefined }, staff);
    await media.lifecycle.suspend('rude', 5, true);
    await media.lifecycle.erasePerson('rude');
    expect(await list(staff)).toEqual([]);
    await media.photoFiles.sweep();
    expect(await media.storedKeys()).toEqual([]);
  });
});

describe('a photo of a private drive', () => {
  it('is visible to those it is shared with until the sharing ends, also by an address that they have', async () => {
    const [photo] = await add(as('ben'), 'own');
    expect(photo).toMatchObject({ pending: false, primary: true });
    expect(await open(photo!.large)).toBeInstanceOf(Buffer);
    expect(await open(photo!.large.split('?')[0]!)).toBe('photoNotFound');
    expect(await open(photo!.large.replace('hero.ben', 'hero.ann'))).toBe('photoNotFound');
    expect(await open(photo!.large.replace('hero.ben', 'admin.ben'))).toBe('photoNotFound');
    // Every other last character, including those that decode to the same bits.
    for (const sign of 'AEIMQUYcgkosw048BCD')
      if (!photo!.large.endsWith(sign)) expect(await open(photo!.large.replace(/.$/, sign))).toBe('photoNotFound');
    media.world.sharedWith = [];
    expect(await open(photo!.large)).toBe('photoNotFound');
    await expect(list(as('ben'), 'own')).rejects.toMatchObject({ error: 'driveNotFound' });
  });

  // Aim: each call on the photos offers an upgrade to a friend whose Hero account ended; strangers learn nothing.
  it('asks a friend with a free account to upgrade, and reveals nothing to a stranger', async () => {
    const [photo] = await add(as('ben'), 'own');
    const ofPhoto = { driveId: 'own', id: photo!.id };
    const asked: ((call: Call) => Promise<unknown>)[] = [
      (call) => list(call, 'own'),
      (call) => add(call, 'own'),
      (call) => media.rpc.likePhoto({ ...ofPhoto, like: true }, call),
      (call) => media.rpc.deletePhoto(ofPhoto, call),
    ];
    const upgrade = { error: 'upgradeNeeded', additional: { upgrade: true } };
    for (const ask of asked) {
      await expect(ask(as('ben', 'free'))).rejects.toMatchObject(upgrade);
      for (const stranger of [visitor, as('zoe', 'free'), as('zoe')])
        await expect(ask(stranger)).rejects.toMatchObject({ error: 'driveNotFound' });
    }
    expect(idsOf(await list(as('ben'), 'own'))).toEqual([photo!.id]);
    // A report identifies a photo by its id alone.
    for (const call of [visitor, as('ben', 'free'), as('zoe')])
      await expect(media.rpc.findPhoto({ id: photo!.id }, call)).rejects.toMatchObject({ error: 'photoNotFound' });
  });

  it.each<[string, Partial<OpenedMedia['world']>]>([
    ['is now free', { types: { ben: 'free' } }],
    ['staff suspended', { suspended: ['ben'] }],
    ['is deleted', { gone: ['ben'] }],
  ])('has an address that expires immediately for an account that %s', async (_name, change) => {
    const [photo] = await add(as('ben'), 'own');
    expect(await open(photo!.large)).toBeInstanceOf(Buffer);
    Object.assign(media.world, change);
    expect(await open(photo!.large)).toBe('photoNotFound');
  });

  it('has an address that expires immediately for former staff', async () => {
    const [photo] = await add(as('ann'), 'own');
    const [seen] = await list(staff, 'own');
    expect(await open(seen!.large)).toBeInstanceOf(Buffer);
    media.world.types = { eve: 'hero' };
    expect([await open(seen!.large), await open(photo!.large)]).toEqual(['photoNotFound', expect.any(Buffer)]);
  });

  it('is answered like a missing one, with the same words and the same work', async () => {
    const [hidden] = await add(as('ann'), 'own');
    const [pending] = await add(as('ben'));
    const requests: string[] = [];
    const query = media.source.query.bind(media.source);
    const spy = jest.spyOn(media.source, 'query').mockImplementation((statement: string, values?: unknown) => {
      requests.push(statement);
      return query(statement, values as unknown[]);
    });
    const answers: unknown[] = [];
    for (const [driveId, id] of [
      ['own', hidden!.id],
      ['d1', pending!.id],
      ['d1', 'missing'],
      ['none', 'missing'],
    ]) {
      requests.length = 0;
      answers.push([await open(`/media/drives/${driveId}/${id}/small.jpg`), [...requests]]);
    }
    spy.mockRestore();
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toEqual(['photoNotFound', [expect.stringContaining('from photo')]]);
  });

  it('has addresses that expire', async () => {
    const [photo] = await add(as('ann'), 'own');
    media.world.nowMs += 61 * 60_000;
    expect(await open(photo!.large)).toBe('photoNotFound');
  });

  it('is deleted with its drive', async () => {
    const [photo] = await add(as('ann'), 'own');
    await media.lifecycle.follow({ id: 'own', rev: 5, saved: undefined, deleted: {} });
    await media.photoFiles.sweep();
    expect([await open(photo!.large), await media.storedKeys()]).toEqual(['photoNotFound', []]);
  });
});

describe('the place of a photo', () => {
  const taken = async (lat: string) => {
    const gps = { GPSLatitude: lat, GPSLatitudeRef: 'N', GPSLongitude: '82/1 30/1 0/1', GPSLongitudeRef: 'W' };
    const photo = sharp({ create: { width: 60, height: 30, channels: 3, background: '#aa3311' } });
    return media.upload(await photo.withExif({ IFD3: gps }).jpeg().toBuffer());
  };
  const send = async (lat: string, withPlace: boolean) => {
    const entries = [{ upload: await taken(lat), credit: undefined, description: '', withPlace }];
    return (
      await media.rpc.savePhotos({ driveId: 'd1', entries, whole: false, idempotency: undefined }, staff)
    ).photos.at(-1)!;
  };

  it('is shown if requested and near the drive, and removed from the file', async () => {
    const photo = await send('35/1 33/1 0/1', true);
    expect(photo.location).toEqual({ lat: 35.55, lng: -82.5 });
    expect((await sharp((await open(photo.original)) as Buffer).metadata()).exif).toBeUndefined();
    expect((await list(visitor))[0]!.location).toEqual(photo.location);
  });

  it('is dropped if not requested, and if it is far from the drive', async () => {
    expect((await send('35/1 33/1 0/1', false)).location).toBeUndefined();
    expect((await send('36/1 33/1 0/1', true)).location).toBeUndefined();
  });
});

describe('a store that accepts no files', () => {
  it.each([
    ['is full', 'storageFull', 507, new StorageError('full', 'The disk of the file storage is full.')],
    ['is away', 'unavailable', 503, new StorageError('away', 'The object store does not answer in time.')],
  ])('%s: the call reports it, and neither a photo nor a file of it remains', async (_name, refusal, type, failure) => {
    const put = media.files.storage.put.bind(media.files.storage);
    const key = await media.upload(await picture());
    let written = 0;
    // After the first two sizes.
    media.files.storage.put = (...args) => (++written > 2 ? Promise.reject(failure) : put(...args));
    const entries = [{ upload: key, credit: undefined, description: '', withPlace: false }];
    const error: unknown = await media.rpc
      .savePhotos({ driveId: 'd1', entries, whole: false, idempotency: undefined }, staff)
      .catch((e: unknown) => e);
    media.files.storage.put = put;
    expect(toRefusal(error)).toMatchObject({ error: refusal });
    expect(toRefusal(error).toApiError('r').type).toBe(type);
    await media.photoFiles.sweep();
    expect([await list(staff), await media.storedKeys()]).toEqual([[], []]);
    // Once there is room again.
    expect(await add(staff)).toHaveLength(1);
  });

  it('keeps a saved photo although its upload cannot be removed', async () => {
    const remove = media.files.storage.delete.bind(media.files.storage);
    media.files.storage.delete = () =>
      Promise.reject(new StorageError('away', 'The object store does not answer in time.'));
    const photos = await add(staff).finally(() => (media.files.storage.delete = remove));
    expect(photos).toHaveLength(1);
  });
});

it('the photos of a person are listed for their export, and those of other people only as liked', async () => {
  const own = idsOf(await add(as('ben'), 'own'))[0]!;
  const others = idsOf(await add(staff))[0]!;
  await media.rpc.likePhoto({ driveId: 'd1', id: others, like: true }, as('ben'));
  // Includes a drive that they no longer see: the photo is still stored as theirs.
  media.world.sharedWith = [];
  const { photos } = await media.rpc.listOwnPhotos({ after: '' }, as('ben'));
  expect(photos.toSorted((a, b) => Number(a.liked) - Number(b.liked))).toEqual([
    expect.objectContaining({ id: own, added: true, key: `photos/${own}/original.jpg` }),
    expect.objectContaining({ id: others, added: false, liked: true, key: '', credit: undefined }),
  ]);
  expect((await media.rpc.listOwnPhotos({ after: photos.at(-1)!.id }, as('ben'))).photos).toEqual([]);
  await expect(media.rpc.listOwnPhotos({ after: '' }, visitor)).rejects.toMatchObject({ error: 'invalidSession' });
});

it('a deleted account loses its pending and private photos and likes; approved ones stay without a name', async () => {
  const approved = (await add(as('ben')))[0]!;
  await media.rpc.decidePhoto({ driveId: 'd1', id: approved.id, approve: true, rev: undefined }, staff);
  await media.rpc.likePhoto({ driveId: 'd1', id: approved.id, like: true }, as('ben'));
  await add(as('ben'));
  const hidden = (await add(as('ben'), 'own'))[0]!;
  await media.lifecycle.erasePerson('ben');
  await media.photoFiles.sweep();
  expect(await list(staff)).toMatchObject([{ id: approved.id, addedBy: '', likes: [] }]);
  expect([await list(as('ann'), 'own'), await open(hidden.large)]).toEqual([[], 'photoNotFound']);
  expect(await media.storedKeys('photos/')).toHaveLength(4);
  expect((await media.rpc.listOwnPhotos({ after: '' }, as('ben'))).photos).toEqual([]);
});

describe('a call', () => {
  it.each([
    ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['half a picture', 'half'],
    ['an invalid HEIC file', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
  ])('with %s next to a valid photo stores neither', async (_name, bad) => {
    const good = await picture();
    const bytes = typeof bad === 'string' ? good.subarray(0, good.length / 2) : bad;
    const entries = [];
    for (const file of [good, bytes])
      entries.push({ upload: await media.upload(file), credit: undefined, description: '', withPlace: false });
    await expect(
      media.rpc.savePhotos({ driveId: 'd1', entries, whole: false, idempotency: undefined }, as('ben')),
    ).rejects.toMatchObject({
      error: 'photoNotAccepted',
      fields: { photos: expect.anything() },
    });
    await media.photoFiles.sweep();
    expect([await list(staff), await media.storedKeys()]).toEqual([[], []]);
  });

  it('sets the order of the whole list, and deletes omitted photos if the caller may', async () => {
    const first = (await add(staff))[0]!;
    await add(staff);
    const second = idsOf(await list(staff)).find((id) => id !== first.id)!;
    const entry = (id: string) => ({ id, credit: undefined, description: '', withPlace: false });
    const turned = [entry(second), entry(first.id)];
    const { photos } = await media.rpc.savePhotos(
      { driveId: 'd1', entries: turned, whole: true, idempotency: undefined },
      as('ann'),
    );
    expect(photos.map(({ id, primary }) => [id, primary])).toEqual([
      [second, true],
      [first.id, false],
    ]);
    const fewer = { driveId: 'd1', entries: [entry(first.id)], whole: true, idempotency: undefined };
    await expect(media.rpc.savePhotos(fewer, as('ann'))).rejects.toMatchObject({ error: 'notAllowed' });
    expect(await list(visitor)).toHaveLength(2);
    expect(idsOf((await media.rpc.savePhotos(fewer, staff)).photos)).toEqual([first.id]);
  });

  it('likes a photo once', async () => {
    const [photo] = await add(staff);
    const like = { driveId: 'd1', id: photo!.id, like: true };
    await media.rpc.likePhoto(like, as('cat', 'free'));
    expect((await media.rpc.likePhoto(like, as('cat', 'free'))).photos[0]!.likes).toEqual(['cat']);
    await expect(media.rpc.likePhoto(like, visitor)).rejects.toMatchObject({ error: 'invalidSession' });
  });
});

it('the condition of queries and the policy allow the same people to see the same photos', async () => {
  const callers = [null, as('ben').caller, as('cat', 'free').caller, staff.caller];
  for (const caller of callers)
    for (const isPrivate of [false, true])
      for (const approved of [false, true])
        for (const hidden of [false, true])
          for (const addedBy of ['ben', null]) {
            const rows: unknown = await media.source.query(
              `select coalesce(${MAY_SEE}, false) as sees
                 from (select $1::boolean as hidden, $2::boolean as approved, $6::text as added_by) as photo`,
              [hidden, approved, ...seenBy({ isPrivate }, caller), addedBy],
            );
            const pending = isPending({ isPrivate }, { approved });
            expect(rows).toEqual([{ sees: maySeePhoto({ pending, hidden, addedBy }, caller) }]);
          }
});

it('a file is converted to a JPEG for the preview, and the upload is deleted', async () => {
  const png = await sharp({ create: { width: 30, height: 20, channels: 4, background: '#aa331180' } })
    .png()
    .toBuffer();
  const { key } = await media.rpc.convertPhoto({ upload: await media.upload(png) }, as('ben'));
  const { format, width } = await sharp(
    Buffer.concat(await (await media.files.storage.get(key)).body.toArray()),
  ).metadata();
  expect([format, width, await media.storedKeys()]).toEqual(['jpeg', 30, [key]]);
});

it('files without a photo after a crash are deleted after an hour', async () => {
  await media.photoFiles.make('orphan', await media.upload(await picture()), false);
  await media.photoFiles.sweep();
  expect(await media.storedKeys('photos/')).toHaveLength(4);
  media.world.nowMs += 61 * 60_000;
  await media.photoFiles.sweep();
  expect(await media.storedKeys('photos/')).toEqual([]);
});
