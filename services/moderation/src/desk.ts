import { Inject, Injectable } from '@nestjs/common';
import { ProductError, refuseField } from '@switchback/platform/errors';
import type { Call, Caller } from '@switchback/platform/rpc/call';
import type { DecideRequest } from '@switchback/proto/moderation/v1/service';
import { DataSource } from 'typeorm';
import { type ItemRow, Items, type Settlement } from './items.js';
import { isDecisionOf } from './moderation.policy.js';
import { PEERS, type Peers } from './peers.js';
import { Subjects } from './subjects.js';

/** Kinds whose owner, another service, refuses a second decision. */
const OWNED: ReadonlySet<string> = new Set(['drive', 'photo']);

/** What moderators do with items. */
@Injectable()
export class Desk {
  constructor(
    private readonly source: DataSource,
    private readonly items: Items,
    private readonly subjects: Subjects,
    @Inject(PEERS) private readonly peers: Pick<Peers, 'auth' | 'drives' | 'media'>,
  ) {}

  /** @throws ProductError `itemNotFound`, `alreadyDecided`, `claimedByOther` */
  async claim(id: string, caller: Caller): Promise<void> {
    await this.source.transaction(async (manager) =>
      this.items.claim(manager, await this.items.lockFor(manager, id, caller), caller),
    );
  }

  /** @throws ProductError `itemNotFound`, `alreadyDecided`, `claimedByOther` */
  async release(id: string, caller: Caller): Promise<void> {
    await this.source.transaction(async (manager) =>
      this.items.release(manager, await this.items.lockFor(manager, id, caller), caller),
    );
  }

  /**
   * The owner of the subject decides, this records: it is asked in the caller's name, and refuses what was decided
   * already. Should this process die before the record, the owner's event brings it.
   * @throws ProductError `itemNotFound`, `alreadyDecided`, `claimedByOther`, `invalidInput`; those of the owner.
   */
  async decide(request: DecideRequest, caller: Caller, call: Call): Promise<void> {
    const item = await this.source.transaction(async (manager) => {
      const found = await this.items.lockFor(manager, request.id, caller);
      this.refuseUnfit(found, request);
      // What has no owner to refuse a second decision is kept from others while this one is carried out.
      if (found.kind === 'abuse-report') await this.items.claim(manager, found, caller);
      return found;
    });
    await this.carryOut(item, request, call);
    const settlement: Settlement = {
      ...{ decision: request.decision, by: caller.userId, at: null, note: request.note.trim() },
      changeRequest: request.changeRequest,
    };
    await this.source.transaction(async (manager) => {
      const present = await this.items.find(manager, request.id);
      if (present.decidedAt !== null && !OWNED.has(item.kind)) throw new ProductError('alreadyDecided');
      await this.items.settle(manager, present, settlement);
      if (item.kind !== 'abuse-report' || request.decision === 'dismiss') return;
      // Whoever else reported the same hears of it, too.
      for (const alike of await this.items.alike(manager, item)) await this.items.settle(manager, alike, settlement);
    });
  }

  private refuseUnfit({ kind, subjectType, facts }: ItemRow, { decision, note }: DecideRequest): void {
    if (!isDecisionOf(kind, decision))
      throw refuseField('decision', 'invalidInput', 'This cannot be decided of such an item.');
    if (decision === 'answered' && note.trim() === '')
      throw refuseField('note', 'invalidInput', 'Please write an answer.');
    if (decision === 'remove' && !this.subjects.canRemove(subjectType)) {
      throw refuseField('decision', 'invalidInput', 'The report names nothing that can be removed.');
    }
    if (decision === 'suspend' && !facts['authorId'])
      throw refuseField('decision', 'invalidInput', 'The report names nobody.');
  }

  private async carryOut(item: ItemRow, { decision, changeRequest }: DecideRequest, call: Call): Promise<void> {
    const { kind, subjectType, subjectId: id, facts } = item;
    if (kind === 'drive') {
      const drives = await this.peers.drives();
      if (decision === 'approve') await drives.approveDrive({ id, rev: undefined }, call);
      else await drives.requestChanges({ id, changeRequest, rev: undefined }, call);
    }
    if (kind === 'photo') {
      const media = await this.peers.media();
      await media.decidePhoto({ id, driveId: '', approve: decision === 'approve' }, call);
    }
    if (kind !== 'abuse-report' || decision === 'dismiss') return;
    // Whom staff may not suspend is said before anything is removed.
    if (decision === 'suspend')
      await (await this.peers.auth()).suspendAccount({ userId: facts['authorId'] ?? '' }, call);
    await this.subjects.remove(subjectType, id, facts['driveId'] ?? '', call);
  }
}
