import { Injectable } from '@nestjs/common';
import { deleteAnswers } from '@switchback/platform/db/idempotency';
import { addPersonTombstone, holdPersonAlone } from '@switchback/platform/db/people';
import { storeSuspension } from '@switchback/platform/db/suspensions';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import type { Credit } from '@switchback/proto/media/v1/service';
import { DataSource, type EntityManager } from 'typeorm';
import { factsOf } from './drive-access.js';
import { type KnownDrive, PhotoEvents } from './photo-events.js';
import { PhotoFiles } from './photo-files.js';
import { type PhotoRow, PhotoRows } from './photo-rows.js';

/** Credit of a photo whose author's account was deleted, along with the text they typed. */
export const NO_CREDIT = JSON.stringify({ userId: '', name: '', externalUrl: '', description: '' } satisfies Credit);

/** Updates photos when their drives change and when accounts are deleted. */
@Injectable()
export class PhotoLifecycle {
  constructor(
    private readonly source: DataSource,
    private readonly rows: PhotoRows,
    private readonly files: PhotoFiles,
    private readonly events: PhotoEvents,
  ) {}

  /** Stores only tombstones for drives without photos. If a private drive becomes public, its photos wait for staff. */
  async follow({ id, rev, saved, deleted }: DriveEvent): Promise<void> {
    if (deleted) return this.deleteDrive(id, rev);
    await this.source.transaction(async (manager) => {
      const known = await lockKnown(manager, id, rev);
      if (!known) return;
      if (!saved?.summary) return;
      const rows = await this.rows.ofDrive(id, manager);
      const { title, isPrivate, isPublished } = factsOf(saved.summary);
      await manager.query('update drive set rev = $2, title = $3, is_private = $4, is_published = $5 where id = $1', [
        ...[id, rev, title, isPrivate, isPublished],
      ]);
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
    await this.source.transaction(async (manager) => {
      await manager.query(
        `insert into drive (id, title, is_private, is_published, gone) values ($1, '', false, false, true) on conflict do nothing`,
        [id],
      );
      const [drive] = await manager.query<[KnownDrive]>(`${KNOWN} where id = $1 for update`, [id]);
      await this.remove(manager, drive, await this.rows.ofDrive(id, manager));
      await manager.query(`update drive set gone = true, rev = greatest(rev, $2), title = '' where id = $1`, [id, rev]);
    });
  }

  /** Hides the photos of a suspended person, and shows them again afterwards. No-op for an older state or a deleted account. */
  async suspend(userId: string, rev: number, hidden: boolean): Promise<void> {
    await this.source.transaction(async (manager) => {
      if (hidden && !(await holdPersonAlone(manager, userId))) return;
      await storeSuspension(manager, { userId, rev, hidden });
    });
    const drives = await this.source.query<{ id: string }[]>(
      `select distinct drive_id as id from photo join suspension on user_id = added_by
        where added_by = $1 and photo.hidden <> suspension.hidden order by 1`,
      [userId],
    );
    for (const { id } of drives) await this.source.transaction((manager) => this.hide(manager, id, userId));
  }

  private async hide(manager: EntityManager, driveId: string, userId: string): Promise<void> {
    await manager.query('select from drive where id = $1 for update', [driveId]);
    await manager.query(
      `update photo set hidden = suspension.hidden from suspension
        where user_id = added_by and drive_id = $1 and added_by = $2`,
      [driveId, userId],
    );
    await this.events.publishPhotos(manager, driveId);
  }

  /**
   * Keeps approved photos of public drives, without their author and credit; deletes pending, hidden and private ones.
   * Leaves a tombstone first, so that a photo still being decoded is not stored afterwards.
   */
  async erasePerson(userId: string): Promise<void> {
    await addPersonTombstone(this.source.manager, userId);
    await deleteAnswers(this.source.manager, userId);
    await this.source.query('delete from photo_like where user_id = $1', [userId]);
    await this.source.query('delete from suspension where user_id = $1', [userId]);
    const drives = await this.source.query<{ id: string }[]>(
      'select distinct drive_id as id from photo where added_by = $1 order by 1',
      [userId],
    );
    for (const { id } of drives) await this.source.transaction((manager) => this.eraseFrom(manager, id, userId));
  }

  private async eraseFrom(manager: EntityManager, driveId: string, userId: string): Promise<void> {
    const [drive] = await manager.query<KnownDrive[]>(`${KNOWN} where id = $1 for update`, [driveId]);
    if (!drive) return;
    const own = (await this.rows.ofDrive(driveId, manager)).filter(({ addedBy }) => addedBy === userId);
    const gone = own.filter(({ approved, hidden }) => drive.isPrivate || !approved || hidden);
    await this.remove(manager, drive, gone);
    await manager.query(`update photo set added_by = null, credit = $3 where drive_id = $1 and added_by = $2`, [
      driveId,
      userId,
      NO_CREDIT,
    ]);
    await this.events.publishPhotos(manager, driveId);
  }

  private async remove(manager: EntityManager, drive: KnownDrive, rows: readonly PhotoRow[]): Promise<void> {
    for (const row of rows) {
      if (!drive.isPrivate && !row.approved)
        await this.events.publishSubmission(manager, row, drive.title, 'withdrawn');
    }
    const ids = rows.map(({ id }) => id);
    await manager.query('delete from photo where id = any ($1)', [ids]);
    await this.files.abandon(manager, ids);
  }
}

const KNOWN = 'select id, title, is_private as "isPrivate", is_published as "isPublished" from drive';

/** Returns undefined if the drive has no photos, or a newer state of it is stored. */
async function lockKnown(manager: EntityManager, id: string, rev: number): Promise<KnownDrive | undefined> {
  const [drive] = await manager.query<KnownDrive[]>(
    `${KNOWN} where id = $1 and rev < $2 and gone is not true for update`,
    [id, rev],
  );
  return drive;
}
