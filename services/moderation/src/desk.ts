import { Inject, Injectable } from '@nestjs/common';
import { ERRORS } from '@switchback/contracts/errors';
import type { Clock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import { CLOCK } from '@switchback/platform/nest/tokens';
import type { Call, Caller, Rpc } from '@switchback/platform/rpc/call';
import type { DrivesService } from '@switchback/proto/drives/v1/service';
import type { MediaService } from '@switchback/proto/media/v1/service';
import type { DecideRequest } from '@switchback/proto/moderation/v1/service';
import { DataSource } from 'typeorm';
import { type ItemRow, Items, type Settlement } from './items.js';
import { isDecisionOf } from './moderation.policy.js';

export type DrivesPeer = () => Promise<Pick<Rpc<DrivesService>, 'approveDrive' | 'requestChanges'>>;
export const DRIVES = Symbol('DrivesPeer');
export type MediaPeer = () => Promise<Pick<Rpc<MediaService>, 'decidePhoto'>>;
export const MEDIA = Symbol('MediaPeer');

/** What moderators do with items. */
@Injectable()
export class Desk {
  constructor(
    private readonly source: DataSource,
    private readonly items: Items,
    @Inject(DRIVES) private readonly drives: DrivesPeer,
    @Inject(MEDIA) private readonly media: MediaPeer,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
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
    const item = await this.source.transaction((manager) => this.items.lockFor(manager, request.id, caller));
    const note = request.note.trim();
    if (!isDecisionOf(item.kind, request.decision)) throw refuse('decision', 'This cannot be decided of such an item.');
    if (request.decision === 'answered' && note === '') throw refuse('note', 'Please write an answer.');
    await this.askOwner(item, request, call);
    const settlement: Settlement = {
      ...{ decision: request.decision, by: caller.userId, at: this.clock.now(), note },
      changeRequest: request.changeRequest,
    };
    await this.source.transaction(async (manager) => {
      const present = await this.items.find(manager, request.id);
      // Nobody but us decides what has no owner; what has one was decided by the call above.
      if (present.decidedAt !== null && item.kind === 'contact') throw new ProductError('alreadyDecided');
      await this.items.settle(manager, present, settlement);
    });
  }

  private async askOwner({ kind, subjectId: id }: ItemRow, request: DecideRequest, call: Call): Promise<void> {
    const { decision, changeRequest } = request;
    if (kind === 'photo') {
      const media = await this.media();
      await media.decidePhoto({ id, driveId: '', approve: decision === 'approve' }, call);
    }
    if (kind !== 'drive') return;
    const drives = await this.drives();
    if (decision === 'approve') await drives.approveDrive({ id, rev: undefined }, call);
    else await drives.requestChanges({ id, changeRequest, rev: undefined }, call);
  }
}

function refuse(field: string, message: string): ProductError {
  const { code, type, title } = ERRORS.invalidInput;
  return new ProductError('invalidInput', { fields: { [field]: { title, message, code, type } } });
}
