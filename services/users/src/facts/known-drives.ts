import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ProductError } from '@switchback/platform/errors';
import { Repository } from 'typeorm';
import type { MemberCall } from '../member.js';
import { DRIVES, type DrivesPeer } from '../peers.js';
import { DriveFact } from './drive-fact.entity.js';
import { DriveFacts } from './drive-facts.js';
import { isVisible } from './known-drives.sql.js';

/** Checks whether a drive exists: in the facts stored here, then with the drives service itself. */
@Injectable()
export class KnownDrives {
  constructor(
    @InjectRepository(DriveFact) private readonly known: Repository<DriveFact>,
    @Inject(DriveFacts) private readonly facts: Pick<DriveFacts, 'apply'>,
    @Inject(DRIVES) private readonly drives: DrivesPeer,
  ) {}

  /**
   * A drive that the caller may not see costs the same as a missing one: no row here, and one request to the drives
   * service. Otherwise the response time would tell them apart.
   * @throws ProductError `driveNotFound`, also if the caller may not know of it; `upgradeNeeded`
   */
  async requireVisible(driveId: string, call: MemberCall): Promise<void> {
    if (!(await isVisible(this.known.manager, driveId, call.caller))) await this.ask(driveId, call);
  }

  /**
   * Handles a drive just created or opened to the caller, whose event has not arrived yet: the caller's view of a drive
   * unknown here stands in for its event, for this caller alone. The drives service refuses any other drive with the
   * reason.
   */
  private async ask(driveId: string, call: MemberCall): Promise<void> {
    const drives = await this.drives();
    const summary = (await drives.getDetails({ id: driveId }, call)).drive?.summary;
    if (!summary) throw new ProductError('driveNotFound');
    const audience = { isPublic: false, viewers: [call.caller.userId] };
    const saved = { summary, path: '', ownerId: summary.creator?.id ?? '', sharedWith: [], popularity: 0, audience };
    await this.facts.apply([{ id: driveId, rev: 0, saved, deleted: undefined }]);
  }
}
