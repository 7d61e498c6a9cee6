import { systemClock } from '@switchback/platform/clock';
import { EventFactory } from '@switchback/platform/events/event';
import { ProductError } from '@switchback/platform/errors';
import { randomIds } from '@switchback/platform/ids';
import type { Call, Caller } from '@switchback/platform/rpc/call';
import type { AccountsPeer } from '@switchback/platform/rpc/find-account';
import { toWireAccountType } from '@switchback/platform/wire/account-type';
import { DriveDetails, DriveSummary } from '@switchback/proto/drives/v1/drive';
import type { Photo } from '@switchback/proto/media/v1/service';
import { createTestDatabase } from '@switchback/testing/database';
import { openTempStorage, type TempStorage } from '@switchback/testing/temp-storage';
import type { DataSource } from 'typeorm';
import { Accounts } from './accounts.js';
import { type Decode, decodePhoto } from './decoding/decode.js';
import { Drive } from './drive.entity.js';
import { DriveAccess, type DrivesPeer } from './drive-access.js';
import { Leftovers } from './leftovers.js';
import { Links } from './links.js';
import { MediaRpc } from './media.rpc.js';
import { OrphanedFiles } from './orphaned-files.entity.js';
import { Photo as PhotoEntity } from './photo.entity.js';
import { PhotoEvents } from './photo-events.js';
import { PhotoFiles } from './photo-files.js';
import { PhotoLifecycle } from './photo-lifecycle.js';
import { PhotoRows } from './photo-rows.js';
import { Photos } from './photos.service.js';
import { connectMedia } from './schema.js';

/** The media service on a real database, a real folder and the real decoder. */
export interface OpenedMedia {
  source: DataSource;
  files: TempStorage;
  rpc: MediaRpc;
  photoFiles: PhotoFiles;
  lifecycle: PhotoLifecycle;
  leftovers: Leftovers;
  /** Simulated state that a spec may change. */
  world: {
    nowMs: number;
    /** People with whom Ann shares the drive `own`. */
    sharedWith: string[];
    /** Deleted drives and accounts; accounts suspended by staff. */
    gone: string[];
    suspended: string[];
    /** Accounts whose type has changed since their request. */
    types: Record<string, Caller['accountType']>;
    /** Runs between decoding a photo and storing it. */
    decoded: () => Promise<void>;
  };
  /** Stores a file where the edge stores uploads from browsers. @returns its key. */
  upload(bytes: Uint8Array): Promise<string>;
  /** Uploads a photo and saves it as the only new one. */
  add(call: Call, driveId: string, bytes: Uint8Array): Promise<Photo[]>;
  /** Keys of the stored files. */
  storedKeys(prefix?: string): Promise<string[]>;
  /** Deletes everything that a test left behind. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

export const VISITOR: Call = { requestId: 'r', caller: null };
export const STAFF = asking('eve', 'admin');

export function asking(userId: string, accountType: Caller['accountType'] = 'hero'): Call {
  return { requestId: 'r', caller: { userId, accountType } };
}

const summaryOf = (id: string) => ({
  ...DriveSummary.decode(new Uint8Array()),
  id,
  title: 'Ridge Road',
  privacy: id === 'd1' ? 'public' : 'private',
  status: 'approved',
  creator: { id: 'ann', username: 'ann' },
  bounds: { north: 35.6, east: -82.4, south: 35.5, west: -82.6 },
});

/** Everyone sees d1; Ann, staff and the Heroes it is shared with see `own`. */
function obstacleIn(world: OpenedMedia['world'], id: string, caller: Caller | null) {
  const isOwn = caller?.userId === 'ann' || caller?.accountType === 'admin';
  if (world.gone.includes(id)) return 'driveNotFound';
  if (id === 'd1' || (id === 'own' && isOwn)) return null;
  if (id !== 'own' || caller === null || !world.sharedWith.includes(caller.userId)) return 'driveNotFound';
  return caller.accountType === 'hero' ? null : 'upgradeNeeded';
}

const drivesIn =
  (world: OpenedMedia['world']): DrivesPeer =>
  async () => ({
    getSummaries: async ({ ids }, { caller }) => ({
      drives: ids.filter((id) => obstacleIn(world, id, caller) === null).map(summaryOf),
    }),
    getDetails: async ({ id }, { caller }) => {
      const obstacle = obstacleIn(world, id, caller);
      if (obstacle)
        throw new ProductError(obstacle, obstacle === 'upgradeNeeded' ? { additional: { upgrade: true } } : {});
      return { drive: { ...DriveDetails.decode(new Uint8Array()), summary: summaryOf(id) } };
    },
  });

const authIn =
  ({ suspended, gone, types }: OpenedMedia['world']): AccountsPeer =>
  async () => ({
    getAccount: async (_request, { caller }) => {
      const userId = caller!.userId;
      if (gone.includes(userId)) throw new ProductError('invalidSession');
      const accountType = toWireAccountType(types[userId] ?? (userId === 'eve' ? 'admin' : 'hero'));
      const account = { userId, email: '', accountType, passwordSet: true, suspended: suspended.includes(userId) };
      return { account, consents: [] };
    },
  });

const NEW_WORLD = {
  sharedWith: ['ben'],
  gone: [],
  suspended: [],
  types: {},
  decoded: () => Promise.resolve(),
} satisfies Partial<OpenedMedia['world']>;

export async function openMedia(decodeBytes: Decode = decodePhoto): Promise<OpenedMedia> {
  const database = await createTestDatabase();
  const source = await connectMedia({ url: database.url });
  const files = await openTempStorage();
  const world: OpenedMedia['world'] = { nowMs: Date.UTC(2026, 0, 1), ...NEW_WORLD };
  const clock = { now: () => new Date(world.nowMs) };
  const links = new Links(source, clock);
  const photoTable = source.getRepository(PhotoEntity);
  const rows = new PhotoRows(photoTable, links);
  const factory = new EventFactory({ source: 'media', clock: systemClock, ids: randomIds });
  const events = new PhotoEvents(factory, links, clock);
  const decode: Decode = async (...args) => {
    const decoded = await decodeBytes(...args);
    await world.decoded();
    return decoded;
  };
  const photoFiles = new PhotoFiles(source.getRepository(OrphanedFiles), files.storage, decode, clock);
  const lifecycle = new PhotoLifecycle(photoTable, photoFiles, events);
  const photos = new Photos(photoTable, rows, photoFiles, events, clock, randomIds);
  const access = new DriveAccess(drivesIn(world));
  const accounts = new Accounts(() => authIn(world)());
  const leftovers = new Leftovers(source.getRepository(Drive), access, accounts, lifecycle, clock, randomIds);
  const rpc = new MediaRpc(access, rows, photos, photoFiles, links, accounts, randomIds);
  let uploads = 0;
  const upload = async (bytes: Uint8Array) => {
    const key = `uploads/${++uploads}.bin`;
    await files.storage.put(key, [bytes], { contentType: 'application/octet-stream', maxBytes: 30_000_000 });
    return key;
  };
  const storedKeys = async (prefix = '') => (await files.storage.list({ prefix, max: 1_000 })).map(({ key }) => key);
  return {
    source,
    files,
    rpc,
    photoFiles,
    lifecycle,
    leftovers,
    world,
    upload,
    storedKeys,
    add: async (call, driveId, bytes) => {
      const entry = { upload: await upload(bytes), credit: undefined, description: '', withPlace: false };
      return (await rpc.savePhotos({ driveId, entries: [entry], whole: false, idempotency: undefined }, call)).photos;
    },
    empty: async () => {
      Object.assign(world, NEW_WORLD);
      for (const key of await storedKeys()) await files.storage.delete(key);
      await source.query(
        'truncate photo, photo_like, drive, person, suspension, stray_files, idempotent_request, outbox cascade',
      );
    },
    close: async () => {
      await source.destroy();
      await database.drop();
      await files.close();
    },
  };
}
