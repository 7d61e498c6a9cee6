import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { ProductError } from '@switchback/platform/errors';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { popularityTopic } from '@switchback/platform/events/topics';
import type { PopularityEvent } from '@switchback/proto/users/v1/events';
import { type EntityManager, Repository } from 'typeorm';
import { KnownDrives } from '../facts/known-drives.js';
import type { MemberCall } from '../member.js';
import { lockProfile } from '../profiles/profiles.sql.js';
import { mayKeepCompleted } from '../user.policy.js';
import { ListedDrive, type ListName } from './listed-drive.entity.js';
import {
  addPopularity,
  countEntries,
  deleteEntriesOf,
  deleteEntry,
  type Entry,
  insertEntry,
  lockDrive,
} from './lists.sql.js';
import type { Popularity } from './popularity.entity.js';

export interface Listing {
  driveId: string;
  list: ListName;
  /** Whether the drive should be on the list. */
  listed: boolean;
}

/** Events per statement. */
const EVENTS_AT_ONCE = 1_000;

/**
 * Stores people's lists, and the popularity of drives that follows from them: a change and its event share one
 * transaction.
 */
@Injectable()
export class ListsService {
  constructor(
    @InjectRepository(ListedDrive) private readonly entries: Repository<ListedDrive>,
    @Inject(KnownDrives) private readonly drives: Pick<KnownDrives, 'requireVisible'>,
    private readonly events: EventFactory,
  ) {}

  /**
   * Adds a drive to a list of the caller, or removes it. Idempotent.
   * @throws ProductError `upgradeNeeded`; `driveNotFound`, also if they may not know of it; `listFull`.
   */
  async set({ driveId, list, listed }: Listing, call: MemberCall): Promise<void> {
    const { caller } = call;
    if (list === 'completed' && !mayKeepCompleted(caller))
      throw new ProductError('upgradeNeeded', { additional: { upgrade: true } });
    if (listed) await this.drives.requireVisible(driveId, call);
    await this.entries.manager.transaction(async (manager) => {
      const entry = { userId: caller.userId, driveId, list };
      const changed = listed ? await add(manager, entry) : await deleteEntry(manager, entry);
      if (changed) await this.count(manager, entry, listed ? 1 : -1);
    });
  }

  /** Empties the lists of a deleted account, in the caller's transaction. */
  async erase(manager: EntityManager, userId: string): Promise<void> {
    const popularities = await deleteEntriesOf(manager, userId);
    for (let from = 0; from < popularities.length; from += EVENTS_AT_ONCE)
      await this.publish(manager, popularities.slice(from, from + EVENTS_AT_ONCE));
  }

  private async count(manager: EntityManager, { driveId, list }: Entry, by: 1 | -1): Promise<void> {
    const [saves, completions] = list === 'saved' ? [by, 0] : [0, by];
    await this.publish(manager, [await addPopularity(manager, { driveId, saves, completions })]);
  }

  private async publish(manager: EntityManager, popularities: readonly Popularity[]): Promise<void> {
    const events = popularities.map(({ driveId, rev, saves, completions }) => {
      const payload: PopularityEvent = { driveId, rev, saves, completions };
      return this.events.create({ type: 'popularity.changed', subject: driveId, version: rev, payload });
    });
    await appendToOutbox(manager, popularityTopic, events);
  }
}

/** @returns whether the drive was not on the list before. */
async function add(manager: EntityManager, entry: Entry): Promise<boolean> {
  // Locks the profile against its deletion, and so that concurrent calls of one person are counted one after the other.
  if (!(await lockProfile(manager, entry.userId, 'no key update'))) throw new ProductError('invalidSession');
  // The drive's deletion waits until the transaction ends and finds the entry; if it came first, nothing is listed.
  if (!(await lockDrive(manager, entry.driveId))) throw new ProductError('driveNotFound');
  if (!(await insertEntry(manager, entry))) return false;
  const count = await countEntries(manager, entry.userId, entry.list);
  if (count > LIMITS.listedDrivesMax) throw new ProductError('listFull');
  return true;
}
