import { Inject, Injectable } from '@nestjs/common';
import { ERRORS } from '@switchback/contracts/errors';
import { ProductError, refuseField } from '@switchback/platform/errors';
import type { Call, Caller } from '@switchback/platform/rpc/call';
import type { DecideRequest } from '@switchback/proto/moderation/v1/service';
import { DataSource } from 'typeorm';
import { Items, type Settlement } from './items.js';
import { findUndecided, type ItemRow, unfinishedItems } from './items.sql.js';
import { isDecisionOf, obstacleTo } from './moderation.policy.js';
import { PEERS, type Peers } from './peers.js';
import { Subjects } from './subjects.js';

/** Kinds whose owner, another service, refuses a second decision. */
const OWNED: ReadonlySet<string> = new Set(['drive', 'photo', 'collection']);
/** Decisions with an effect outside this service whose owner would accept several of them. */
const ACTS: ReadonlySet<string> = new Set(['remove', 'suspend']);
/** Longer than the calls of a decision can last. */
const UNFINISHED_SECONDS = 60;
const UNFINISHED_MAX = 100;

/** Claims, releases and decides items. */
@Injectable()
export class ModerationService {
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
   * If another service owns the subject, it decides in the caller's name and refuses a subject that was decided already
   * or changed since; if this process dies before the record, the owner's event delivers the decision. For a report the
   * decision is recorded first, and `finish` carries it out if this process dies.
   * @throws ProductError `itemNotFound`, `alreadyDecided`, `claimedByOther`, `invalidInput`; those of the owner.
   */
  async decide(request: DecideRequest, caller: Caller, call: Call): Promise<void> {
    const { decision, changeRequest } = request;
    const deciding = { decision, by: caller.userId, note: request.note.trim(), changeRequest };
    const item = await this.source.transaction(async (manager) => {
      const found = await this.items.lockFor(manager, request.id, caller);
      this.refuseUnfit(found, request);
      if (ACTS.has(decision)) await this.items.reserve(manager, found, deciding);
      else if (!OWNED.has(found.kind)) await this.items.settle(manager, found, { ...deciding, at: null });
      return found;
    });
    if (ACTS.has(decision)) await this.finishOne({ ...item, deciding }, call);
    else if (OWNED.has(item.kind)) await this.decideByOwner(item, { ...deciding, at: null }, request.rev, caller, call);
  }

  /**
   * Checks whether a caller may decide a subject without its item.
   * @returns the revision at which they claimed it.
   * @throws ProductError `claimedByOther`
   */
  async checkClaim(kind: string, subjectId: string, caller: Caller): Promise<number | undefined> {
    const item = await findUndecided(this.source.manager, kind, subjectId);
    if (!item) return undefined;
    const obstacle = obstacleTo({ ...item, isDecided: false }, caller);
    if (obstacle) throw new ProductError(obstacle, { additional: { decision: null } });
    return claimedRevision(item, caller);
  }

  /**
   * Carries out decisions that were recorded by processes that died, or while an owner was unavailable, and settles the
   * next batch of reports about subjects that more people reported than one batch holds. Idempotent.
   */
  async finish(): Promise<void> {
    const failures: unknown[] = [];
    for (const item of await unfinishedItems(this.source.manager, UNFINISHED_SECONDS, UNFINISHED_MAX)) {
      const caller = { userId: item.deciding?.by ?? '', accountType: 'admin' } as const;
      const work = this.finishOne(item, { requestId: `finish-${item.id}`, caller });
      await work.catch((error: unknown) => isFinal(error) || failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  private async finishOne(item: ItemRow, call: Call): Promise<void> {
    const { deciding } = item;
    if (deciding === null) throw new TypeError(`Item ${item.id} has no decision to finish.`);
    try {
      if (!deciding.isDone) await this.act(item, deciding.decision, call);
    } catch (error) {
      if (isFinal(error)) await this.items.unreserve(this.source.manager, item.id);
      throw error;
    }
    const settlement = { ...deciding, at: null };
    await this.source.transaction(async (manager) => {
      await this.items.settle(manager, await this.items.find(manager, item.id), settlement);
      // Other people who reported the same are notified, too.
      const { batch, next } = await this.items.alike(manager, item);
      for (const alike of batch) await this.items.settle(manager, alike, settlement);
      // `finish` settles it together with the next batch.
      if (next) await this.items.reserve(manager, next, { ...deciding, isDone: true });
    });
  }

  private async decideByOwner(
    item: ItemRow,
    settlement: Settlement,
    rev: number | undefined,
    caller: Caller,
    call: Call,
  ): Promise<void> {
    const seen = rev ?? claimedRevision(item, caller) ?? item.rev ?? undefined;
    let created: number | undefined;
    try {
      created = await this.askOwner(item, settlement, seen, call);
    } catch (error) {
      if (error instanceof ProductError && error.error === 'staleRevision')
        await this.source.transaction((manager) => this.items.reopen(manager, item.id, caller));
      throw error;
    }
    await this.source.transaction(async (manager) => {
      const found = await this.items.find(manager, item.id);
      await this.items.settle(manager, found, { ...settlement, rev: created });
    });
  }

  private refuseUnfit({ kind, subjectType, facts }: ItemRow, { decision, note }: DecideRequest): void {
    if (!isDecisionOf(kind, decision))
      throw refuseField('decision', 'invalidInput', 'This decision does not apply to items of this kind.');
    if (decision === 'answered' && note.trim() === '')
      throw refuseField('note', 'invalidInput', 'Please write an answer.');
    if (kind === 'collection' && decision === 'request-changes' && note.trim() === '')
      throw refuseField('note', 'invalidInput', 'Please say what has to change.');
    if (decision === 'remove' && !this.subjects.canRemove(subjectType)) {
      throw refuseField('decision', 'invalidInput', 'The report has no subject that can be removed.');
    }
    if (decision === 'suspend' && !facts['authorId'])
      throw refuseField('decision', 'invalidInput', 'The report names no user.');
  }

  /** @returns the revision that the decision created; undefined for a photo. */
  private async askOwner(
    { kind, subjectId: id }: ItemRow,
    { decision, changeRequest, note: words }: Settlement,
    rev: number | undefined,
    call: Call,
  ): Promise<number | undefined> {
    const approve = decision === 'approve';
    if (kind === 'photo') {
      await (await this.peers.media()).decidePhoto({ id, driveId: '', approve, rev }, call);
      return undefined;
    }
    const drives = await this.peers.drives();
    if (kind === 'collection') {
      const decided = approve
        ? await drives.approveCollection({ id, rev }, call)
        : await drives.requestCollectionChanges({ id, words, rev }, call);
      return decided.rev;
    }
    const { drive } = approve
      ? await drives.approveDrive({ id, rev, form: undefined }, call)
      : await drives.requestChanges({ id, changeRequest: { ...changeRequest }, rev }, call);
    return drive?.rev;
  }

  private async act({ subjectType, subjectId, facts }: ItemRow, decision: string, call: Call): Promise<void> {
    // Refuses people whom staff may not suspend before anything is removed.
    if (decision === 'suspend')
      await (await this.peers.auth()).suspendAccount({ userId: facts['authorId'] ?? '' }, call);
    await this.subjects.remove(subjectType, subjectId, facts['driveId'] ?? '', call);
  }
}

/** Undefined if the caller is not the item's last claimer. */
function claimedRevision({ lastClaimedBy, claimedRev }: ItemRow, { userId }: Caller): number | undefined {
  return lastClaimedBy === userId ? (claimedRev ?? undefined) : undefined;
}

/** Whether a retry would fail in the same way. */
function isFinal(error: unknown): boolean {
  return error instanceof ProductError && ERRORS[error.error].type < 500;
}
