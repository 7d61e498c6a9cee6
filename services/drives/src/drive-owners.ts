import { Injectable } from '@nestjs/common';
import { deleteAnswers } from '@switchback/platform/db/idempotency';
import { storeSuspension, Suspension } from '@switchback/platform/db/suspensions';
import { ArrayContains, DataSource, type FindOptionsWhere, In, IsNull, Not } from 'typeorm';
import { isSubmitted } from './authoring/publication.js';
import { DriveSubmissions } from './authoring/submissions.js';
import { Drive, DriveRoute, Owner } from './drive.entity.js';
import { DriveEvents } from './drive-events.js';
import { audienceOf } from './drive.policy.js';

/** Drives per transaction, with their routes. */
const PAGE = 100;

/** The owner withdrew the drive by deleting the account. */
const NOBODY = { userId: '' };

/** Values of a drive without an owner. */
const OWNERLESS = { ownerId: null, ownerUsername: null } satisfies Partial<Drive>;

/** Applies changes of people to their drives. Each method is idempotent. */
@Injectable()
export class DriveOwners {
  constructor(
    private readonly source: DataSource,
    private readonly events: DriveEvents,
    private readonly submissions: DriveSubmissions,
  ) {}

  /** Updates a person's name on their drives. */
  async rename(userId: string, rev: number, username: string): Promise<void> {
    const present = await this.store(userId, rev, username);
    if (present === null) return;
    const named = [
      { ownerId: userId, ownerUsername: Not(present) },
      { ownerId: userId, ownerUsername: IsNull() },
    ];
    await this.inPages(named, () => ({ ownerUsername: present }));
  }

  /**
   * Hides a person's drives while the account is suspended. No-op for an older state or a deleted account. Most people
   * have no row here.
   */
  async suspend(userId: string, rev: number, hidden: boolean): Promise<void> {
    const suspensions = this.source.getRepository(Suspension);
    await storeSuspension(this.source, { userId, rev, hidden });
    // Runs last: a concurrent deletion writes its tombstone first and then deletes suspensions, so one of the two sees
    // the other.
    await this.source.query(
      'delete from suspension where user_id = $1 and exists (select from owner where id = $1 and username is null)',
      [userId],
    );
    const present = (await suspensions.findOneBy({ userId }))?.hidden;
    if (present !== undefined) await this.inPages({ ownerId: userId, hidden: !present }, () => ({ hidden: present }));
  }

  /**
   * Erases a deleted account: deletes the drives that were not public, leaves public ones without an owner, and removes
   * the person from all shares.
   */
  async erase(userId: string, rev: number): Promise<void> {
    await this.store(userId, rev, null);
    await deleteAnswers(this.source.manager, userId);
    await this.source.getRepository(Suspension).delete({ userId });
    await this.inPages({ ownerId: userId }, (drive) => (audienceOf(drive).isPublic ? OWNERLESS : null));
    await this.inPages({ sharedWith: ArrayContains([userId]) }, ({ sharedWith }) => ({
      sharedWith: sharedWith.filter((id) => id !== userId),
    }));
  }

  /** @returns the stored name, which is newer if the event is late; null for a deleted account. */
  private async store(id: string, rev: number, username: string | null): Promise<string | null> {
    await this.source.query(
      `insert into owner as o (id, rev, username) values ($1, $2, $3)
       on conflict (id) do update set rev = excluded.rev, username = excluded.username where o.rev < excluded.rev`,
      [id, rev, username],
    );
    return (await this.source.getRepository(Owner).findOneByOrFail({ id })).username;
  }

  /**
   * Changes all matching drives, page by page. Stops at an empty page: a short one proves nothing, since more drives
   * may have come to match while it waited for locks.
   *
   * @param change returns the new values, or null to delete; afterwards the drive must no longer match.
   */
  private async inPages(
    where: FindOptionsWhere<Drive> | FindOptionsWhere<Drive>[],
    change: (drive: Drive) => Partial<Drive> | null,
  ): Promise<void> {
    for (let count = PAGE; count > 0;) count = await this.changePage(where, change);
  }

  private changePage(
    where: FindOptionsWhere<Drive> | FindOptionsWhere<Drive>[],
    change: (drive: Drive) => Partial<Drive> | null,
  ): Promise<number> {
    const { source, events } = this;
    return source.transaction(async (manager) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const drives = await manager.find(Drive, { where, order: { id: 'ASC' }, take: PAGE, lock });
      const gone: Drive[] = [];
      const changed: string[] = [];
      for (const drive of drives) {
        const values = change(drive);
        if (values === null) gone.push(drive);
        else changed.push(drive.id);
        if (values !== null) await manager.update(Drive, { id: drive.id }, { ...values, rev: drive.rev + 1 });
      }
      if (gone.length > 0) await manager.delete(Drive, { id: In(gone.map(({ id }) => id)) });
      const routes = await manager.find(DriveRoute, { where: { driveId: In(changed) }, relations: { drive: true } });
      await events.saved(manager, routes);
      await events.deleted(manager, gone);
      for (const { drive } of routes) await this.submissions.follow(manager, drive);
      for (const drive of gone.filter(isSubmitted)) {
        await this.submissions.publish(manager, { ...drive, rev: drive.rev + 1 }, 'withdrawn', NOBODY);
      }
      return drives.length;
    });
  }
}
