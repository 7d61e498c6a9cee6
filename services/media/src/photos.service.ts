import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { boundsContain, expandBounds } from '@switchback/geo/bounds';
import type { Clock } from '@switchback/platform/clock';
import { answerOnce, type IdempotentRequest } from '@switchback/platform/db/idempotency';
import { holdPerson } from '@switchback/platform/db/people';
import { isSuspended } from '@switchback/platform/db/suspensions';
import { ProductError, refuseField } from '@switchback/platform/errors';
import type { Ids } from '@switchback/platform/ids';
import { CLOCK, IDS } from '@switchback/platform/nest/tokens';
import type { Caller } from '@switchback/platform/rpc/call';
import { isStaff } from '@switchback/platform/wire/audience';
import type {
  Credit,
  DecidePhotoRequest,
  PhotoEntry,
  RepeatKey,
  SavePhotosRequest,
} from '@switchback/proto/media/v1/service';
import { type EntityManager, Repository } from 'typeorm';
import type { Place } from './decoding/exif-place.js';
import type { SeenDrive } from './drive-access.js';
import { Photo, PhotoLike, type PhotoRow } from './photo.entity.js';
import { PhotoEvents, type PhotoState } from './photo-events.js';
import { type StoredPhoto, PhotoFiles } from './photo-files.js';
import {
  isPending,
  maySeePhoto,
  mayOrder,
  obstacleTo,
  obstacleToAdd,
  type PhotoAction,
  refuse,
} from './photo.policy.js';
import { PhotoRows } from './photo-rows.js';
import { findPhoto, photosOfDrive } from './photo-rows.sql.js';
import { insertLike, orderPhotos, photosBySource } from './photos.sql.js';

const NEAR_METERS = 5_000;

interface NewPhoto extends StoredPhoto {
  id: string;
  entry: PhotoEntry;
}

/** Writes photos: each change and its events share one transaction. */
@Injectable()
export class Photos {
  constructor(
    @InjectRepository(Photo) private readonly photos: Repository<Photo>,
    private readonly rows: PhotoRows,
    private readonly files: PhotoFiles,
    private readonly events: PhotoEvents,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /**
   * Adds photos, or sets a drive's whole list; changes nothing if any part is refused. An upload that this person
   * already sent to this drive resolves to its existing photo, so a call whose response was lost can be repeated even
   * without a key.
   * @param again reads the drive again after decoding, because the caller may have lost access meanwhile.
   * @throws ProductError `invalidSession`, `upgradeNeeded`, `notAllowed`, `photoNotFound`, `photoNotAccepted`,
   * `photoTooLarge`, `tooManyPhotos`, `keyReused`
   */
  async save(
    { entries, whole, idempotency }: Pick<SavePhotosRequest, 'entries' | 'whole' | 'idempotency'>,
    asking: Caller | null,
    again: () => Promise<SeenDrive>,
  ): Promise<SeenDrive> {
    const uploads = entries.filter((entry) => (entry.upload ?? '') !== '');
    if (uploads.length > LIMITS.photosPerCall)
      throw refuseField(
        'photos',
        'invalidInput',
        `At most ${LIMITS.photosPerCall} photos at once. Please send the others afterwards.`,
      );
    if (!whole || uploads.length > 0) refuse(obstacleToAdd(asking));
    if (asking === null) throw new ProductError('invalidSession');
    const made: NewPhoto[] = [];
    const begun: string[] = [];
    try {
      for (const entry of uploads) {
        const id = this.ids.uuid();
        begun.push(id);
        made.push({ id, entry, ...(await this.files.make(id, entry.upload ?? '', entry.withPlace)) });
      }
      const drive = await again();
      await this.photos.manager.transaction(async (manager) => {
        await this.events.lock(manager, drive);
        await holdPerson(manager, asking.userId);
        const { isRepeated } = await this.writeOnce(manager, requestOf(idempotency, made, asking), () =>
          this.write(manager, drive, { entries, whole, made }, asking),
        );
        if (isRepeated) await this.files.abandon(manager, begun);
        else await this.events.publishPhotos(manager, drive.id);
      });
      return drive;
    } catch (error) {
      // Makes the files due for removal at once instead of in an hour.
      await this.files.abandon(this.photos.manager, begun).catch(() => undefined);
      throw error;
    }
  }

  /** @throws ProductError `photoNotFound`, `invalidSession`, `notAllowed` */
  async delete(drive: SeenDrive, id: string, asking: Caller | null): Promise<void> {
    await this.change(drive, 'delete', id, asking, (manager, photo) => this.remove(manager, drive, photo, 'withdrawn'));
  }

  /** Idempotent. @throws ProductError `photoNotFound`, `invalidSession` */
  async like(drive: SeenDrive, id: string, like: boolean, asking: Caller | null): Promise<void> {
    const photo = await this.rows.one(id);
    const caller = this.require(drive, 'like', photo, asking);
    await this.photos.manager.transaction(async (manager) => {
      await holdPerson(manager, caller.userId);
      if (like) await insertLike(manager, id, caller.userId);
      else await manager.delete(PhotoLike, { photoId: id, userId: caller.userId });
    });
  }

  /**
   * Approves a pending photo, or deletes it for everyone.
   * @throws ProductError `photoNotFound`, `invalidSession`, `notAllowed`, `alreadyDecided`, `staleRevision`
   */
  async decide(
    drive: SeenDrive,
    id: string,
    { approve, rev }: Pick<DecidePhotoRequest, 'approve' | 'rev'>,
    asking: Caller | null,
  ): Promise<void> {
    await this.change(drive, 'decide', id, asking, async (manager, photo, { userId: by }) => {
      if (rev !== undefined && rev !== photo.version)
        throw new ProductError('staleRevision', {
          title: 'This photo has changed',
          additional: { _rev: photo.version },
        });
      if (!approve) return this.remove(manager, drive, photo, { decision: 'disapprove', by });
      await manager.update(Photo, { id }, { approved: true });
      await this.events.publishSubmission(manager, photo, drive.title, { decision: 'approve', by });
    });
  }

  private async change(
    drive: SeenDrive,
    action: PhotoAction,
    id: string,
    asking: Caller | null,
    work: (manager: EntityManager, photo: PhotoRow, caller: Caller) => Promise<void>,
  ): Promise<void> {
    await this.photos.manager.transaction(async (manager) => {
      await this.events.lock(manager, drive);
      const photo = await findPhoto(manager, id);
      const caller = this.require(drive, action, photo, asking);
      await work(manager, photo!, caller);
      await this.events.publishPhotos(manager, drive.id);
    });
  }

  private require(drive: SeenDrive, action: PhotoAction, photo: PhotoRow | undefined, caller: Caller | null): Caller {
    const isThere = photo?.driveId === drive.id;
    // A caller who may not do this to any photo gets the same response for a deleted photo as for an existing one.
    const facts = isThere
      ? { ...photo, pending: isPending(drive, photo) }
      : { pending: true, hidden: false, addedBy: null };
    refuse(obstacleTo(action, drive, facts, caller));
    if (!isThere) throw new ProductError('photoNotFound');
    if (caller === null) throw new ProductError('invalidSession');
    return caller;
  }

  /** Stores only that the request was done: the response lists the current photos, since signed URLs expire. */
  private async writeOnce(manager: EntityManager, request: IdempotentRequest | null, write: () => Promise<void>) {
    let isRepeated = true;
    await answerOnce(manager, request, async () => {
      isRepeated = false;
      await write();
      return {};
    });
    return { isRepeated };
  }

  private async write(
    manager: EntityManager,
    drive: SeenDrive,
    { entries, whole, made }: { entries: readonly PhotoEntry[]; whole: boolean; made: readonly NewPhoto[] },
    caller: Caller,
  ): Promise<void> {
    const present = await photosOfDrive(manager, drive.id);
    const seen = present.filter((row) => maySeePhoto({ ...row, pending: isPending(drive, row) }, caller));
    const ids = await this.settle(manager, drive.id, entries, made, caller);
    const fresh = made.filter(({ id, entry }) => ids.get(entry) === id);
    const named = [...ids.values()].filter((id) => !fresh.some((photo) => photo.id === id));
    if (named.some((id) => !seen.some((row) => row.id === id))) throw new ProductError('photoNotFound');
    const left = whole ? seen.filter(({ id }) => !named.includes(id)) : [];
    for (const row of left) refuse(obstacleTo('delete', drive, { ...row, pending: isPending(drive, row) }, caller));
    if (present.length - left.length + fresh.length > LIMITS.photosPerDrive)
      throw refuseField('photos', 'tooManyPhotos');
    for (const row of left) await this.remove(manager, drive, row, 'withdrawn');
    let position = present.reduce((most, row) => Math.max(most, row.position + 1), 0);
    for (const photo of fresh) await this.add(manager, drive, photo, position++, caller);
    await this.files.claim(
      manager,
      fresh.map(({ id }) => id),
    );
    await this.files.abandon(
      manager,
      made.filter((photo) => !fresh.includes(photo)).map(({ id }) => id),
    );
    // Photos that the caller does not see follow the named ones.
    if (whole && mayOrder(drive, caller)) await orderPhotos(manager, drive.id, [...ids.values()]);
  }

  /** Maps each entry to its photo; an upload whose bytes this person has sent before maps to its existing photo. */
  private async settle(
    manager: EntityManager,
    driveId: string,
    entries: readonly PhotoEntry[],
    made: readonly NewPhoto[],
    { userId }: Caller,
  ): Promise<Map<PhotoEntry, string>> {
    const hashes = made.map(({ sourceHash }) => sourceHash);
    const byHash = await photosBySource(manager, driveId, userId, hashes);
    const ids = new Map<PhotoEntry, string>();
    for (const entry of entries) {
      const photo = made.find((one) => one.entry === entry);
      const hash = photo?.sourceHash.toString('hex') ?? '';
      if (photo && !byHash.has(hash)) byHash.set(hash, photo.id);
      const id = byHash.get(hash) ?? entry.id;
      if (id) ids.set(entry, id);
    }
    return ids;
  }

  private async add(
    manager: EntityManager,
    drive: SeenDrive,
    { id, entry, color, width, height, place, sourceHash }: NewPhoto,
    position: number,
    caller: Caller,
  ): Promise<void> {
    // A photo taken elsewhere may reveal a home address, for example, and shows nothing of the drive.
    const shown = place !== null && isNear(drive, place) ? place : null;
    const photo: Photo = {
      id,
      driveId: drive.id,
      addedBy: caller.userId,
      addedAt: this.clock.now(),
      approved: isStaff(caller) && !drive.isPrivate,
      hidden: await isSuspended(manager, caller.userId),
      position,
      version: 0,
      credit: creditOf(entry.credit, caller),
      description: entry.description.trim(),
      color,
      width,
      height,
      lat: shown?.lat ?? null,
      lng: shown?.lng ?? null,
      sourceHash,
    };
    await manager.insert(Photo, photo);
    if (isPending(drive, photo)) await this.events.publishSubmission(manager, photo, drive.title, 'waiting');
  }

  private async remove(manager: EntityManager, drive: SeenDrive, photo: PhotoRow, state: PhotoState): Promise<void> {
    if (isPending(drive, photo)) await this.events.publishSubmission(manager, photo, drive.title, state);
    await manager.delete(Photo, { id: photo.id });
    await this.files.abandon(manager, [photo.id]);
  }
}

/** Adds the bytes of the files to the gateway's fingerprint, which covers only the fields. */
function requestOf(
  key: RepeatKey | undefined,
  made: readonly NewPhoto[],
  { userId: person }: Caller,
): IdempotentRequest | null {
  if (!key) return null;
  const hash = createHash('sha256').update(key.fingerprint);
  for (const { sourceHash } of made) hash.update(sourceHash);
  return { person, key: key.key, fingerprint: hash.digest('base64url') };
}

/** Returns whether a place is along the route, or close enough to be a view of it. */
function isNear({ bounds }: SeenDrive, place: Place): boolean {
  return bounds !== null && boundsContain(expandBounds(bounds, NEAR_METERS), place);
}

/** Allows only the caller's own user id: no one may name another person of the product as the photographer. */
function creditOf(credit: Credit | undefined, { userId }: Caller): Credit {
  const { name = '', externalUrl = '', description = '' } = credit ?? {};
  return {
    userId: credit?.userId === userId ? userId : '',
    name: name.trim(),
    externalUrl: externalUrl.trim(),
    description: description.trim(),
  };
}
