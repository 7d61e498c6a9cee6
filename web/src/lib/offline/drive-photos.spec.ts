// Aim: the small photos of saved drives are on the device, a few of each drive, and leave it with the drive.
import { beforeEach, expect, it, vi } from 'vitest';
import { driveDetails } from '../../testing/drives.js';
import { deletePhotosOf, type StoredPhoto, storedPhotos, syncPhotos } from './drive-photos.js';
import { offlineDetailsOf } from './offline-drives.js';

const store = vi.hoisted(() => new Map<string, StoredPhoto>());
vi.mock('../store/browser-store.js', () => ({
  inStore: async (_name: string, _mode: string, act: (fake: object) => unknown) =>
    act({
      getAll: () => [...store.values()],
      getAllKeys: () => [...store.values()].map(({ userId, driveId, photoId }) => [userId, driveId, photoId]),
      put: (photo: StoredPhoto) => store.set([photo.userId, photo.driveId, photo.photoId].join(), photo),
      delete: (key: string[]) => store.delete(key.join()),
    }),
}));

const driveOf = (driveId: string, addresses: readonly string[]) => {
  const photos = addresses.map((small) => ({ id: small, small, medium: '', original: '', description: `At ${small}` }));
  return { userId: 'u1', driveId, keptAt: 1, drive: offlineDetailsOf(driveDetails({ id: driveId, photos })) };
};
const sync = (...drives: ReturnType<typeof driveOf>[]) => syncPhotos('u1', drives, new AbortController().signal);
const names = async () => (await storedPhotos('u1')).map(({ driveId, photoId }) => `${driveId} ${photoId}`);

let requests: string[];
beforeEach(() => {
  store.clear();
  requests = [];
  vi.stubGlobal('fetch', async (url: URL) => {
    requests.push(url.pathname);
    if (url.pathname === '/lost') return new Response(null, { status: 404 });
    return new Response('x'.repeat(url.pathname === '/huge' ? 300_000 : 10));
  });
});

it('stores each once, and skips those that cannot be read or are too large', async () => {
  const drives = [driveOf('a', ['/1', '/lost', '/huge', 'https://elsewhere.example/2'])];
  await sync(...drives);
  expect(await storedPhotos('u1')).toMatchObject([{ driveId: 'a', photoId: '/1', description: 'At /1' }]);
  requests = [];
  await sync(...drives);
  expect(requests).not.toContain('/1');
});

it('limits the photos of a drive', async () => {
  const addresses = Array.from({ length: 20 }, (_, index) => `/${index}`);
  await sync(driveOf('a', addresses));
  expect(await names()).toHaveLength(12);
});

it('deletes those of drives that are no longer saved, or that the person removed', async () => {
  await sync(driveOf('a', ['/1']), driveOf('b', ['/2']), driveOf('c', ['/3']));
  await sync(driveOf('b', ['/2']), driveOf('c', ['/3']));
  expect(await names()).toEqual(['b /2', 'c /3']);
  await deletePhotosOf('u1', ['c']);
  expect(await names()).toEqual(['b /2']);
});
