import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Clock } from '@switchback/platform/clock';
import { requireRevision } from '@switchback/platform/db/revision';
import { refuseField } from '@switchback/platform/errors';
import { CLOCK } from '@switchback/platform/nest/tokens';
import type { Caller } from '@switchback/platform/rpc/call';
import { Repository } from 'typeorm';
import { signedIn } from '../drive/visible-drive.js';
import { Collection, CollectionLink } from './collection.entity.js';
import { requireMay } from './collection.policy.js';
import { columnsOf, requireWaiting } from './collection-publication.js';
import { CollectionSubmissions } from './collection-submissions.js';
import { lockState } from './collections.sql.js';

/** A decision of staff. Without words it publishes; with words it requests changes. */
interface Decision {
  /** The revision that the caller reviewed; undefined for any. */
  rev: number | undefined;
  words: string;
}

/** Decisions of staff on collections that wait for them. Each is one transaction. */
@Injectable()
export class CollectionReviews {
  constructor(
    @InjectRepository(Collection) private readonly collections: Repository<Collection>,
    private readonly submissions: CollectionSubmissions,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /**
   * Publishes a waiting collection.
   * @returns its new revision.
   * @throws ProductError `invalidSession`, `collectionNotFound`, `notAllowed`, `alreadyDecided`, `staleRevision`;
   * `invalidInput` without a revision: it would publish content that no one reviewed
   */
  async approve(id: string, rev: number | undefined, asking: Caller | null): Promise<number> {
    const caller = signedIn(asking);
    if (rev === undefined) throw refuseField('_rev', 'invalidInput', 'Please send the revision you reviewed.');
    return this.decide(id, { rev, words: '' }, caller);
  }

  /**
   * @returns its new revision.
   * @throws ProductError `invalidSession`, `collectionNotFound`, `notAllowed`, `alreadyDecided`, `staleRevision`;
   * `invalidInput` under `note` if no change is requested
   */
  async requestChanges(id: string, words: string, rev: number | undefined, asking: Caller | null): Promise<number> {
    const caller = signedIn(asking);
    const trimmed = words.trim();
    if (trimmed === '') throw refuseField('note', 'invalidInput', 'Please say what has to change.');
    return this.decide(id, { rev, words: trimmed }, caller);
  }

  private decide(id: string, { rev, words }: Decision, caller: Caller): Promise<number> {
    return this.collections.manager.transaction(async (manager) => {
      const before = requireMay('decide', await lockState(manager, id), caller);
      requireWaiting(before);
      requireRevision(before, rev);
      const isApproved = words === '';
      const decided = { rev: before.rev + 1, changeRequest: words };
      const publishedAt = isApproved ? (before.publishedAt ?? this.clock.now()) : before.publishedAt;
      const columns = columnsOf(isApproved ? 'approved' : 'changes-requested');
      await manager.update(Collection, { id }, { ...columns, ...decided, publishedAt });
      // Everyone may read it now.
      if (isApproved) await manager.delete(CollectionLink, { collectionId: id });
      await this.submissions.settled(manager, { ...before, ...decided }, caller.userId);
      return decided.rev;
    });
  }
}
