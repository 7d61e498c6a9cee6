import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Ids } from '@switchback/platform/ids';
import { IDS } from '@switchback/platform/nest/tokens';
import type { Call } from '@switchback/platform/rpc/call';
import { ACCOUNTS, type AccountsPeer, findAccount } from '@switchback/platform/rpc/find-account';
import { In, IsNull, Repository } from 'typeorm';
import { drivesToCheck, insertPerson, peopleToCheck } from './leftovers.sql.js';
import { Published } from './published.js';
import { Rating } from './rating.entity.js';
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
    @InjectRepository(Rating) private readonly ratings: Repository<Rating>,
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
    const drives = await drivesToCheck(this.ratings.manager, PAGE);
    const unchecked = drives.filter(({ gone }) => gone === null).map(({ id }) => id);
    const existing = unchecked.length === 0 ? new Set<string>() : await this.published.existing(unchecked, call);
    await this.reviews.deleteOfDrives(drives.map(({ id }) => id).filter((id) => !existing.has(id)));
    await this.ratings.update({ gone: IsNull(), driveId: In([...existing]) }, { gone: false });
    return drives.length;
  }

  private async clearPeople(call: Call): Promise<number> {
    const { manager } = this.ratings;
    const people = await peopleToCheck(manager, PAGE);
    for (const id of people) {
      if (await findAccount(this.auth, id, call)) await insertPerson(manager, id);
      else await this.reviews.erasePerson(id);
    }
    return people.length;
  }
}
