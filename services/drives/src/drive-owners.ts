import { Injectable } from '@nestjs/common';
import { forgetAnswers } from '@switchback/platform/db/idempotency';
import { ArrayContains, DataSource, type FindOptionsWhere, In, IsNull, Not } from 'typeorm';
import { isSubmitted } from './authoring/publication.js';
import { DriveSubmissions } from './authoring/submissions.js';
import { Drive, DriveRoute, Owner, Suspension } from './drive.entity.js';
import { DriveEvents } from './drive-events.js';
import { audienceOf } from './drive.policy.js';

/** Drives changed at a time, with their routes. */
const PAGE = 100;

/** Their owner withdrew them by leaving. */
const NOBODY = { userId: '' };

/** Nobody's. */
const OWNERLESS = { ownerId: null, ownerUsername: null } satisfies Partial<Drive>;

/** What becomes of drives when something becomes of the people they belong to. Each method may run any number of times. */
@Injectable()
export class DriveOwners {
  constructor(
    private readonly source: DataSource,
    private readonly events: DriveEvents,
    private readonly submissions: DriveSubmissions,
  ) {}

  /** Puts a person's present name on their drives. */
  async rename(userId: string, rev: number, username: string): Promise<void> {
    const present = await this.keep(userId, rev, username);
    if (present === null) return;
    const named = [
      { ownerId: userId, ownerUsername: Not(present) },
      { ownerId: userId, ownerUsername: IsNull() },
    ];
    await this.inPages(named, () => ({ ownerUsername: present }));
  }

  /**
   * Hides a person's drives while the account is suspended. No-op for an older state or a deleted account. Most people leave no
   * trace here.
   */
  async suspend(userId: string, rev: number, hidden: boolean): Promise<void> {
    const suspensions = this.source.getRepository(Suspension);
    await this.source.query(
      hidden
        ? `insert into suspension as s (user_id, rev, hidden) values ($1, $2, $3)
           on conflict (user_id) do update set rev = excluded.rev, hidden = excluded.hidden where s.rev < excluded.rev`
        : 'update suspension set rev = $2, hidden = $3 where user_id = $1 and rev < $2',
      [userId, rev, hidden],
    );
    // Afterwards: a deletion at the same time leaves its tombstone first, and deletes suspensions then. One of the two sees the other.
    await this.source.query(
      'delete from suspension where user_id = $1 and exists (select from owner where id = $1 and username is null)',
      [userId],
    );
    const present = (await suspensions.findOneBy({ userId }))?.hidden;
    if (present !== undefined) await this.inPages({ ownerId: userId, hidden: !present }, () => ({ hidden: present }));
  }

  /**
   * Takes a person who left out of everything: what nobody else was shown of theirs is deleted, their public drives stay
   * without an owner, and nothing is shared with them any more.
   */
  async forget(userId: string, rev: number): Promise<void> {
    await this.keep(userId, rev, null);
    await forgetAnswers(this.source.manager, userId);
    await this.source.getRepository(Suspension).delete({ userId });
    await this.inPages({ ownerId: userId }, (drive) => (audienceOf(drive).isPublic ? OWNERLESS : null));
    await this.inPages({ sharedWith: ArrayContains([userId]) }, ({ sharedWith }) => ({
      sharedWith: sharedWith.filter((id) => id !== userId),
    }));
  }

  /** @returns what is known now, which is newer where the event is late; null for somebody who left. */
  private async keep(id: string, rev: number, username: string | null): Promise<string | null> {
    await this.source.query(
      `insert into owner as o (id, rev, username) values ($1, $2, $3)
       on conflict (id) do update set rev = excluded.rev, username = excluded.username where o.rev < excluded.rev`,
      [id, rev, username],
    );
    return (await this.source.getRepository(Owner).findOneByOrFail({ id })).username;
  }

  /**
   * Ends with an empty page: a short one says nothing, since drives may have come to belong here while it waited for locks.
   *
   * @param change what to write, null to delete; afterwards the drive is none of those looked for.
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
        await this.submissions.tell(manager, { ...drive, rev: drive.rev + 1 }, 'withdrawn', NOBODY);
      }
      return drives.length;
    });
  }
}
