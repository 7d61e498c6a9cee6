import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { ProductError } from '@switchback/platform/errors';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { popularityTopic } from '@switchback/platform/events/topics';
import type { PopularityEvent } from '@switchback/proto/users/v1/events';
import { DataSource, type EntityManager } from 'typeorm';
import { KnownDrives } from '../facts/known-drives.js';
import type { MemberCall } from '../member.js';
import { mayKeepCompleted } from '../user.policy.js';

export type ListName = 'saved' | 'completed';

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
    private readonly source: DataSource,
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
    await this.source.transaction(async (manager) => {
      const change = { userId: caller.userId, driveId, list };
      const changed = listed ? await insert(manager, change) : await remove(manager, change);
      if (changed) await this.count(manager, change, listed ? 1 : -1);
    });
  }

  /** Empties the lists of a deleted account, in the caller's transaction. */
  async erase(manager: EntityManager, userId: string): Promise<void> {
    const [rows] = await manager.query<[PopularityRow[], number]>(
      `with gone as (delete from listed_drive where user_id = $1 returning drive_id, list),
         lost as (select drive_id, count(*) filter (where list = 'saved')::int as saves,
                         count(*) filter (where list = 'completed')::int as completions from gone group by drive_id)
       update popularity p set rev = p.rev + 1, saves = p.saves - lost.saves, completions = p.completions - lost.completions
         from lost where p.drive_id = lost.drive_id returning p.drive_id, p.rev, p.saves, p.completions`,
      [userId],
    );
    for (let from = 0; from < rows.length; from += EVENTS_AT_ONCE)
      await this.publishPopularity(manager, rows.slice(from, from + EVENTS_AT_ONCE));
  }

  private async count(manager: EntityManager, { driveId, list }: Omit<Listing, 'listed'>, by: 1 | -1): Promise<void> {
    const [saves, completions] = list === 'saved' ? [by, 0] : [0, by];
    const rows = await manager.query<PopularityRow[]>(
      `insert into popularity as p (drive_id, rev, saves, completions) values ($1, 1, $2, $3)
       on conflict (drive_id) do update set rev = p.rev + 1, saves = p.saves + excluded.saves,
         completions = p.completions + excluded.completions
       returning drive_id, rev, saves, completions`,
      [driveId, saves, completions],
    );
    await this.publishPopularity(manager, rows);
  }

  private async publishPopularity(manager: EntityManager, rows: readonly PopularityRow[]): Promise<void> {
    const events = rows.map(({ drive_id: driveId, rev, saves, completions }) => {
      const payload: PopularityEvent = { driveId, rev, saves, completions };
      return this.events.create({ type: 'popularity.changed', subject: driveId, version: rev, payload });
    });
    await appendToOutbox(manager, popularityTopic, events);
  }
}

interface PopularityRow {
  drive_id: string;
  rev: number;
  saves: number;
  completions: number;
}

interface Entry {
  userId: string;
  driveId: string;
  list: ListName;
}

/** @returns whether the drive was not on the list before. */
async function insert(manager: EntityManager, { userId, driveId, list }: Entry): Promise<boolean> {
  // Locks the profile against its deletion, and so that concurrent calls of one person are counted one after the other.
  const profile = await manager.query<unknown[]>('select id from profile where id = $1 for no key update', [userId]);
  if (profile.length === 0) throw new ProductError('invalidSession');
  await requireExisting(manager, driveId);
  const inserted = await manager.query<unknown[]>(
    `insert into listed_drive (user_id, list, drive_id) values ($1, $2, $3) on conflict do nothing returning drive_id`,
    [userId, list, driveId],
  );
  if (inserted.length === 0) return false;
  const [{ count }] = await manager.query<[{ count: number }]>(
    'select count(*)::int as count from listed_drive where user_id = $1 and list = $2',
    [userId, list],
  );
  if (count > LIMITS.listedDrivesMax) throw new ProductError('listFull');
  return true;
}

/**
 * Locks the drive: its deletion waits until the transaction ends and then finds the list entry; if the deletion came
 * first, nothing is listed.
 */
async function requireExisting(manager: EntityManager, driveId: string): Promise<void> {
  const drive = await manager.query<unknown[]>(
    'select from drive_fact where drive_id = $1 and not is_deleted for share',
    [driveId],
  );
  if (drive.length === 0) throw new ProductError('driveNotFound');
}

async function remove(manager: EntityManager, { userId, driveId, list }: Entry): Promise<boolean> {
  const [, count] = await manager.query<[unknown, number]>(
    'delete from listed_drive where user_id = $1 and list = $2 and drive_id = $3',
    [userId, list, driveId],
  );
  return count > 0;
}
