import { Injectable } from '@nestjs/common';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { DataSource, type EntityManager } from 'typeorm';
import { factsOf } from './drive-access.js';
import { type KnownDrive, PhotoEvents } from './photo-events.js';
import { PhotoFiles } from './photo-files.js';
import { type PhotoRow, PhotoRows } from './photo-rows.js';

/** What becomes of photos when their drives change, and when people leave. */
@Injectable()
export class PhotoLives {
  constructor(
    private readonly source: DataSource,
    private readonly rows: PhotoRows,
    private readonly files: PhotoFiles,
    private readonly events: PhotoEvents,
  ) {}

  /** Drives without photos are not kept. A private drive that becomes public has its photos wait for staff. */
  async follow({ id, rev, saved, deleted }: DriveEvent): Promise<void> {
    await this.source.transaction(async (manager) => {
      const known = await lockKnown(manager, id, rev);
      if (!known) return;
      const rows = await this.rows.ofDrive(id, manager);
      if (deleted) return this.forgetDrive(manager, known, rows);
      if (!saved?.summary) return;
      const { title, isPrivate, isPublished } = factsOf(saved.summary);
      await manager.query('update drive set rev = $2, title = $3, is_private = $4, is_published = $5 where id = $1', [
        ...[id, rev, title, isPrivate, isPublished],
      ]);
      if (isPrivate !== known.isPrivate) {
        const state = isPrivate ? 'withdrawn' : 'waiting';
        for (const row of rows) if (!row.approved) await this.events.tellSubmission(manager, row, title, state);
      }
      if (isPublished !== known.isPublished) await this.events.tellPhotos(manager, id);
    });
  }

  /** Hides what somebody added while staff keep them out, and shows it again afterwards; an older state changes nothing. */
  async suspend(userId: string, rev: number, hidden: boolean): Promise<void> {
    await this.source.query(
      hidden
        ? `insert into suspension as s (user_id, rev, hidden) values ($1, $2, $3)
           on conflict (user_id) do update set rev = excluded.rev, hidden = excluded.hidden where s.rev < excluded.rev`
        : 'update suspension set rev = $2, hidden = $3 where user_id = $1 and rev < $2',
      [userId, rev, hidden],
    );
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
    await this.events.tellPhotos(manager, driveId);
  }

  /** Approved photos of others' drives stay, as nobody's; what waited, was hidden or was seen by a few goes. */
  async forgetPerson(userId: string): Promise<void> {
    await this.source.query('delete from photo_like where user_id = $1', [userId]);
    await this.source.query('delete from suspension where user_id = $1', [userId]);
    const drives = await this.source.query<{ id: string }[]>(
      'select distinct drive_id as id from photo where added_by = $1 order by 1',
      [userId],
    );
    for (const { id } of drives) await this.source.transaction((manager) => this.forgetIn(manager, id, userId));
  }

  private async forgetIn(manager: EntityManager, driveId: string, userId: string): Promise<void> {
    const [drive] = await manager.query<KnownDrive[]>(`${KNOWN} where id = $1 for update`, [driveId]);
    if (!drive) return;
    const own = (await this.rows.ofDrive(driveId, manager)).filter(({ addedBy }) => addedBy === userId);
    const gone = own.filter(({ approved, hidden }) => drive.isPrivate || !approved || hidden);
    await this.remove(manager, drive, gone);
    await manager.query(
      `update photo set added_by = null,
              credit = case when credit->>'userId' = $2 then credit || '{"userId": ""}' else credit end
        where drive_id = $1 and added_by = $2`,
      [driveId, userId],
    );
    await this.events.tellPhotos(manager, driveId);
  }

  private async forgetDrive(manager: EntityManager, drive: KnownDrive, rows: readonly PhotoRow[]): Promise<void> {
    await this.remove(manager, drive, rows);
    await manager.query('delete from drive where id = $1', [drive.id]);
  }

  private async remove(manager: EntityManager, drive: KnownDrive, rows: readonly PhotoRow[]): Promise<void> {
    for (const row of rows) {
      if (!drive.isPrivate && !row.approved) await this.events.tellSubmission(manager, row, drive.title, 'withdrawn');
    }
    const ids = rows.map(({ id }) => id);
    await manager.query('delete from photo where id = any ($1)', [ids]);
    await this.files.abandon(manager, ids);
  }
}

const KNOWN = 'select id, title, is_private as "isPrivate", is_published as "isPublished" from drive';

/** Undefined where the drive has no photos, or a newer state of it is known. */
async function lockKnown(manager: EntityManager, id: string, rev: number): Promise<KnownDrive | undefined> {
  const [drive] = await manager.query<KnownDrive[]>(`${KNOWN} where id = $1 and rev < $2 for update`, [id, rev]);
  return drive;
}
