import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@switchback/platform/clock';
import type { Ids } from '@switchback/platform/ids';
import { CLOCK, IDS } from '@switchback/platform/nest/tokens';
import type { Call } from '@switchback/platform/rpc/call';
import { DataSource } from 'typeorm';
import { Accounts } from './accounts.js';
import { DriveAccess } from './drive-access.js';
import { NO_CREDIT, PhotoLifecycle } from './photo-lifecycle.js';

/** Maximum number of drives per request to the drives service. */
const PAGE = 100;
const PAGES_MAX = 20;
const PAUSE_MS = 60 * 60_000;

/**
 * Cleans up photos of deleted drives and people that a release without tombstones stored after the deletion event.
 * Checks each stored drive and person once with its owning service, and records the result in a row with a tombstone
 * flag.
 */
@Injectable()
export class Leftovers {
  #nextMs = 0;

  constructor(
    private readonly source: DataSource,
    private readonly access: DriveAccess,
    private readonly accounts: Accounts,
    private readonly lifecycle: PhotoLifecycle,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /** Pauses for an hour once nothing is left. */
  async clear(signal: AbortSignal): Promise<void> {
    if (this.clock.now().getTime() < this.#nextMs) return;
    const call: Call = { requestId: this.ids.uuid(), caller: null };
    for (let page = 0; page < PAGES_MAX; page += 1) {
      signal.throwIfAborted();
      const found = (await this.clearDrives(call)) + (await this.clearPeople(call));
      if (found > 0) continue;
      await this.source.query('update photo set credit = $1 where added_by is null and credit <> $1', [NO_CREDIT]);
      this.#nextMs = this.clock.now().getTime() + PAUSE_MS;
      return;
    }
  }

  private async clearDrives(call: Call): Promise<number> {
    const drives = await this.source.query<{ id: string; gone: boolean | null }[]>(
      `(select id, gone from drive where gone is null order by id limit ${PAGE})
       union all
       (select id, gone from drive where gone and exists (select from photo where drive_id = drive.id) limit ${PAGE})`,
    );
    const unchecked = drives.filter(({ gone }) => gone === null).map(({ id }) => id);
    const existing = unchecked.length === 0 ? new Set<string>() : await this.access.existing(unchecked, call);
    for (const { id } of drives) if (!existing.has(id)) await this.lifecycle.deleteDrive(id, 0);
    await this.source.query('update drive set gone = false where gone is null and id = any ($1)', [[...existing]]);
    return drives.length;
  }

  private async clearPeople(call: Call): Promise<number> {
    const isUnchecked = 'not exists (select from person where id = user_id and not gone)';
    const people = await this.source.query<{ id: string }[]>(
      `select distinct user_id as id from (
         (select added_by as user_id from photo where added_by is not null
             and not exists (select from person where id = added_by and not gone) limit ${PAGE})
         union all (select user_id from photo_like where ${isUnchecked} limit ${PAGE})
         union all (select user_id from suspension where ${isUnchecked} limit ${PAGE})) as people`,
    );
    for (const { id } of people) {
      if (await this.accounts.exists(id, call))
        await this.source.query('insert into person (id) values ($1) on conflict do nothing', [id]);
      else await this.lifecycle.erasePerson(id);
    }
    return people.length;
  }
}
