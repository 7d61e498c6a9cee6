import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { deleteAnswers } from '@switchback/platform/db/idempotency';
import { addPersonTombstone, holdPersonAlone } from '@switchback/platform/db/people';
import { storeSuspension, Suspension } from '@switchback/platform/db/suspensions';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import type { Credit } from '@switchback/proto/media/v1/service';
import { type EntityManager, In, Repository } from 'typeorm';
import type { KnownDrive } from './drive.entity.js';
import { factsOf } from './drive-access.js';
import { buryDrive, insertDrive, lockKnownDrive, lockOlderDrive, updateDrive } from './drives.sql.js';
import { Photo, PhotoLike, type PhotoRow } from './photo.entity.js';
import { PhotoEvents } from './photo-events.js';
import { PhotoFiles } from './photo-files.js';
import { photosOfDrive } from './photo-rows.sql.js';
import { copyHidden, drivesToHide, drivesWithPhotosOf } from './photos.sql.js';

/** Credit of a photo whose author's account was deleted, along with the text they typed. */
export const NO_CREDIT: Credit = { userId: '', name: '', externalUrl: '', description: '' };

/** Updates photos when their drives change and when accounts are deleted. */
@Injectable()
export class PhotoLifecycle {
  constructor(
    @InjectRepository(Photo) private readonly photos: Repository<Photo>,
    private readonly files: PhotoFiles,
    private readonly events: PhotoEvents,
  ) {}

  /** Stores only tombstones for drives without photos. If a private drive becomes public, its photos wait for staff. */
  async follow({ id, rev, saved, deleted }: DriveEvent): Promise<void> {
    if (deleted) return this.deleteDrive(id, rev);
    await this.photos.manager.transaction(async (manager) => {
      const known = await lockOlderDrive(manager, id, rev);
      if (!known) return;
      if (!saved?.summary) return;
      const rows = await photosOfDrive(manager, id);
      const { title, isPrivate, isPublished } = factsOf(saved.summary);
      await updateDrive(manager, { id, title, isPrivate, isPublished }, rev);
      if (isPrivate !== known.isPrivate) {
        const state = isPrivate ? 'withdrawn' : 'waiting';
        for (const row of rows) if (!row.approved) await this.events.publishSubmission(manager, row, title, state);
      }
      if (isPublished !== known.isPublished) await this.events.publishPhotos(manager, id);
    });
  }

  /**
   * Deletes the photos of a deleted drive and leaves a tombstone, so that a photo still being decoded is not stored.
   * Idempotent.
   */
  async deleteDrive(id: string, rev: number): Promise<void> {
    await this.photos.manager.transaction(async (manager) => {
      await insertDrive(manager, { id, title: '', isPrivate: false, isPublished: false }, true);
      const drive = await lockKnownDrive(manager, id);
      await this.remove(manager, drive!, await photosOfDrive(manager, id));
      await buryDrive(manager, id, rev);
    });
  }

  /** Hides the photos of a suspended person, and shows them again afterwards. No-op for an older state or a deleted account. */
  async suspend(userId: string, rev: number, hidden: boolean): Promise<void> {
    const { manager: connection } = this.photos;
    await connection.transaction(async (manager) => {
      if (hidden && !(await holdPersonAlone(manager, userId))) return;
      await storeSuspension(manager, { userId, rev, hidden });
    });
    for (const driveId of await drivesToHide(connection, userId))
      await connection.transaction((manager) => this.hide(manager, driveId, userId));
  }

  private async hide(manager: EntityManager, driveId: string, userId: string): Promise<void> {
    await lockKnownDrive(manager, driveId);
    await copyHidden(manager, driveId, userId);
    await this.events.publishPhotos(manager, driveId);
  }

  /**
   * Keeps approved photos of public drives, without their author and credit; deletes pending, hidden and private ones.
   * Leaves a tombstone first, so that a photo still being decoded is not stored afterwards.
   */
  async erasePerson(userId: string): Promise<void> {
    const { manager: connection } = this.photos;
    await addPersonTombstone(connection, userId);
    await deleteAnswers(connection, userId);
    await connection.delete(PhotoLike, { userId });
    await connection.delete(Suspension, { userId });
    for (const driveId of await drivesWithPhotosOf(connection, userId))
      await connection.transaction((manager) => this.eraseFrom(manager, driveId, userId));
  }

  private async eraseFrom(manager: EntityManager, driveId: string, userId: string): Promise<void> {
    const drive = await lockKnownDrive(manager, driveId);
    if (!drive) return;
    const own = (await photosOfDrive(manager, driveId)).filter(({ addedBy }) => addedBy === userId);
    const gone = own.filter(({ approved, hidden }) => drive.isPrivate || !approved || hidden);
    await this.remove(manager, drive, gone);
    await manager.update(Photo, { driveId, addedBy: userId }, { addedBy: null, credit: NO_CREDIT });
    await this.events.publishPhotos(manager, driveId);
  }

  private async remove(manager: EntityManager, drive: KnownDrive, rows: readonly PhotoRow[]): Promise<void> {
    for (const row of rows) {
      if (!drive.isPrivate && !row.approved)
        await this.events.publishSubmission(manager, row, drive.title, 'withdrawn');
    }
    const ids = rows.map(({ id }) => id);
    await manager.delete(Photo, { id: In(ids) });
    await this.files.abandon(manager, ids);
  }
}
