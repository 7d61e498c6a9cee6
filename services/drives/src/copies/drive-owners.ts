import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { deleteAnswers } from '@switchback/platform/db/idempotency';
import { storeSuspension, Suspension } from '@switchback/platform/db/suspensions';
import { In, Repository } from 'typeorm';
import { isSubmitted } from '../authoring/publication.js';
import { DriveSubmissions } from '../authoring/submissions.js';
import { CollectionSubmissions } from '../collections/collection-submissions.js';
import { deleteUnpublished, eraseFromCollections } from '../collections/collection-owners.sql.js';
import { Drive, DriveRoute, Owner } from '../drive/drive.entity.js';
import { TrackPlace } from '../records/track-place.entity.js';
import { DriveEvents } from '../events/drive-events.js';
import {
  deleteSuspensionOfErased,
  lockHidden,
  lockMisnamed,
  lockOwned,
  type LockPage,
  lockSharedWith,
  upsertOwner,
} from './drive-owners.sql.js';
import { audienceOf } from '../drive/drive.policy.js';

/** The owner withdrew the drive by deleting the account. */
const NOBODY = { userId: '' };

/** Values of a drive without an owner. */
const OWNERLESS = { ownerId: null, ownerUsername: null } satisfies Partial<Drive>;

/** Applies changes of people to their drives and collections. Each method is idempotent. */
@Injectable()
export class DriveOwners {
  constructor(
    @InjectRepository(Owner) private readonly owners: Repository<Owner>,
    @InjectRepository(Suspension) private readonly suspensions: Repository<Suspension>,
    private readonly events: DriveEvents,
    private readonly submissions: DriveSubmissions,
    private readonly collectionSubmissions: CollectionSubmissions,
  ) {}

  /** Updates a person's name on their drives. */
  async rename(userId: string, rev: number, username: string): Promise<void> {
    const current = await this.store(userId, rev, username);
    if (current === null) return;
    await this.inPages(
      (connection) => lockMisnamed(connection, userId, current),
      () => ({ ownerUsername: current }),
    );
  }

  /**
   * Hides a person's drives while the account is suspended. No-op for an older state or a deleted account. Most people
   * have no row here.
   */
  async suspend(userId: string, rev: number, hidden: boolean): Promise<void> {
    const { manager } = this.suspensions;
    await storeSuspension(manager, { userId, rev, hidden });
    // Runs last: a concurrent deletion writes its tombstone first and then deletes suspensions, so one of the two sees
    // the other.
    await deleteSuspensionOfErased(manager, userId);
    const current = (await this.suspensions.findOneBy({ userId }))?.hidden;
    if (current === undefined) return;
    await this.inPages(
      (connection) => lockHidden(connection, userId, !current),
      () => ({ hidden: current }),
    );
  }

  /**
   * Erases a deleted account: deletes the drives and collections that were not public, leaves public ones without an
   * owner, and removes the person from all shares, and the places of their tracks.
   */
  async erase(userId: string, rev: number): Promise<void> {
    await this.store(userId, rev, null);
    await deleteAnswers(this.owners.manager, userId);
    await this.suspensions.delete({ userId });
    await this.owners.manager.delete(TrackPlace, { ownerId: userId });
    await this.owners.manager.transaction(async (manager) => {
      for (const { rev, ...deleted } of await deleteUnpublished(manager, userId))
        await this.collectionSubmissions.withdrawn(manager, { ...deleted, rev: rev + 1 });
    });
    await eraseFromCollections(this.owners.manager, userId);
    await this.inPages(
      (connection) => lockOwned(connection, userId),
      (drive) => (audienceOf(drive).isPublic ? OWNERLESS : null),
    );
    await this.inPages(
      (connection) => lockSharedWith(connection, userId),
      ({ sharedWith }) => ({ sharedWith: sharedWith.filter((id) => id !== userId) }),
    );
  }

  /** @returns the stored name, which is newer if the event is late; null for a deleted account. */
  private async store(id: string, rev: number, username: string | null): Promise<string | null> {
    await upsertOwner(this.owners.manager, id, rev, username);
    return (await this.owners.findOneByOrFail({ id })).username;
  }

  /**
   * Changes all matching drives, page by page. Stops at an empty page: a short one proves nothing, since more drives
   * may have come to match while it waited for locks.
   *
   * @param change returns the new values, or null to delete; afterwards the drive must no longer match.
   */
  private async inPages(lockPage: LockPage, change: (drive: Drive) => Partial<Drive> | null): Promise<void> {
    while ((await this.changePage(lockPage, change)) > 0);
  }

  private changePage(lockPage: LockPage, change: (drive: Drive) => Partial<Drive> | null): Promise<number> {
    const { events } = this;
    return this.owners.manager.transaction(async (manager) => {
      const ids = await lockPage(manager);
      if (ids.length === 0) return 0;
      const drives = await manager.find(Drive, { where: { id: In(ids) }, order: { id: 'ASC' } });
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
