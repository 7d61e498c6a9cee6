import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Clock } from '@switchback/platform/clock';
import type { Ids } from '@switchback/platform/ids';
import { CLOCK, IDS } from '@switchback/platform/nest/tokens';
import type { Call } from '@switchback/platform/rpc/call';
import { In, IsNull, Repository } from 'typeorm';
import { Accounts } from './accounts.js';
import { Drive } from './drive.entity.js';
import { DriveAccess } from './drive-access.js';
import { drivesToCheck, insertPerson, peopleToCheck, replaceCredits } from './leftovers.sql.js';
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
    @InjectRepository(Drive) private readonly drives: Repository<Drive>,
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
      await replaceCredits(this.drives.manager, NO_CREDIT);
      this.#nextMs = this.clock.now().getTime() + PAUSE_MS;
      return;
    }
  }

  private async clearDrives(call: Call): Promise<number> {
    const drives = await drivesToCheck(this.drives.manager, PAGE);
    const unchecked = drives.filter(({ gone }) => gone === null).map(({ id }) => id);
    const existing = unchecked.length === 0 ? new Set<string>() : await this.access.existing(unchecked, call);
    for (const { id } of drives) if (!existing.has(id)) await this.lifecycle.deleteDrive(id, 0);
    await this.drives.update({ gone: IsNull(), id: In([...existing]) }, { gone: false });
    return drives.length;
  }

  private async clearPeople(call: Call): Promise<number> {
    const { manager } = this.drives;
    const people = await peopleToCheck(manager, PAGE);
    for (const id of people) {
      if (await this.accounts.exists(id, call)) await insertPerson(manager, id);
      else await this.lifecycle.erasePerson(id);
    }
    return people.length;
  }
}
