import { Inject, Injectable } from '@nestjs/common';
import type { Ids } from '@switchback/platform/ids';
import { IDS } from '@switchback/platform/nest/tokens';
import type { Call } from '@switchback/platform/rpc/call';
import { ACCOUNTS, type AccountsPeer, findAccount } from '@switchback/platform/rpc/find-account';
import { DataSource } from 'typeorm';
import { Published } from './published.js';
import { Reviews } from './reviews.service.js';

/** Maximum number of drives per request to the drives service. */
const PAGE = 100;
const PAGES_MAX = 100;

/**
 * Cleans up reviews of deleted drives and people that a release without tombstones stored after the deletion event.
 * Checks each stored drive and person once with its owning service, and records the result in a row with a tombstone
 * flag.
 */
@Injectable()
export class Leftovers {
  constructor(
    private readonly source: DataSource,
    private readonly published: Published,
    @Inject(ACCOUNTS) private readonly auth: AccountsPeer,
    private readonly reviews: Reviews,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  async clear(signal: AbortSignal): Promise<void> {
    const call: Call = { requestId: this.ids.uuid(), caller: null };
    for (let page = 0; page < PAGES_MAX; page += 1) {
      signal.throwIfAborted();
      const found = (await this.clearDrives(call)) + (await this.clearPeople(call));
      if (found === 0) return;
    }
  }

  private async clearDrives(call: Call): Promise<number> {
    const drives = await this.source.query<{ id: string; gone: boolean | null }[]>(
      `(select drive_id as id, gone from rating where gone is null order by drive_id limit ${PAGE})
       union all
       (select drive_id, gone from rating
         where gone and exists (select from review where review.drive_id = rating.drive_id) limit ${PAGE})`,
    );
    const unchecked = drives.filter(({ gone }) => gone === null).map(({ id }) => id);
    const existing = unchecked.length === 0 ? new Set<string>() : await this.published.existing(unchecked, call);
    await this.reviews.forgetDrives(drives.map(({ id }) => id).filter((id) => !existing.has(id)));
    await this.source.query('update rating set gone = false where gone is null and drive_id = any ($1)', [
      [...existing],
    ]);
    return drives.length;
  }

  private async clearPeople(call: Call): Promise<number> {
    const from = (table: string) =>
      `(select user_id from ${table} where user_id is not null
           and not exists (select from person where id = user_id and not gone) limit ${PAGE})`;
    const people = await this.source.query<{ id: string }[]>(
      `select distinct user_id as id from (
         ${from('review')} union all ${from('helpful')} union all ${from('author')}) as people`,
    );
    for (const { id } of people) {
      if (await findAccount(this.auth, id, call))
        await this.source.query('insert into person (id) values ($1) on conflict do nothing', [id]);
      else await this.reviews.forgetPerson(id);
    }
    return people.length;
  }
}
