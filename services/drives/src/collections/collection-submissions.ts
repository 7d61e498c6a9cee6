import { Inject, Injectable } from '@nestjs/common';
import { isTrip } from '@switchback/contracts/rules/collections';
import type { Clock } from '@switchback/platform/clock';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { collectionSubmissionsTopic } from '@switchback/platform/events/topics';
import { CLOCK } from '@switchback/platform/nest/tokens';
import type { SubmissionEvent } from '@switchback/proto/moderation/v1/events';
import type { EntityManager } from 'typeorm';
import type { Submission } from '../drive/submission.js';
import { Owner } from '../drive/drive.entity.js';
import type { CollectionState } from './collections.sql.js';
import { type SubmittedItem, submittedItems } from './submitted-items.sql.js';

/** Characters of all items in an event: notes of 400 items may have 200,000. */
const ITEMS_TEXT_MAX = 20_000;

type Submitted = Pick<
  CollectionState,
  'id' | 'rev' | 'name' | 'description' | 'start' | 'days' | 'ownerId' | 'changeRequest'
>;

/** Publishes to the moderation service which collections wait for staff, in the transaction that changes them. */
@Injectable()
export class CollectionSubmissions {
  constructor(
    private readonly events: EventFactory,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Publishes the present content of a collection that waits. */
  async waiting(manager: EntityManager, collection: Submitted): Promise<void> {
    const items = await submittedItems(manager, collection.id);
    const facts = factsOf(collection, items);
    await this.publish(manager, 'waiting', { ...collection, reasons: reasonsOf(items), facts }, {});
  }

  /**
   * @param by the person who decided.
   * @param collection as decided, with the requested changes if there are any.
   */
  async settled(manager: EntityManager, collection: Submitted, by: string): Promise<void> {
    const { rev, changeRequest } = collection;
    const decider = await manager.findOneBy(Owner, { id: by });
    const facts = factsOf(collection, await submittedItems(manager, collection.id));
    const settled = {
      decision: changeRequest === '' ? 'approve' : 'request-changes',
      decidedBy: by,
      decidedByName: decider?.username ?? '',
      changeRequest: wordsOf(changeRequest),
      corrected: [],
      rev,
    };
    await this.publish(manager, 'settled', { ...collection, reasons: [], facts }, { settled });
  }

  /** @param collection one that is private now, or deleted, with a revision of its own. */
  async withdrawn(
    manager: EntityManager,
    collection: Pick<Submitted, 'id' | 'rev' | 'name' | 'ownerId'>,
  ): Promise<void> {
    await this.publish(manager, 'withdrawn', { ...collection, reasons: [], facts: {} }, { withdrawn: {} });
  }

  private async publish(
    manager: EntityManager,
    submission: Submission,
    {
      id,
      rev,
      name,
      ownerId,
      ...content
    }: Pick<Submitted, 'id' | 'rev' | 'name' | 'ownerId'> & Pick<SubmissionEvent, 'reasons' | 'facts'>,
    state: Pick<SubmissionEvent, 'settled' | 'withdrawn'>,
  ): Promise<void> {
    const payload: SubmissionEvent = {
      subjectId: id,
      version: rev,
      kind: 'collection',
      title: name,
      ownerId: ownerId ?? '',
      reasons: content.reasons,
      at: this.clock.now().toISOString(),
      facts: content.facts,
      waiting: submission === 'waiting' ? { rev } : undefined,
      settled: state.settled,
      withdrawn: state.withdrawn,
    };
    const event = this.events.create({ type: `collection.${submission}`, subject: id, version: rev, payload });
    await appendToOutbox(manager, collectionSubmissionsTopic, [event]);
  }
}

function wordsOf(changeRequest: string): Record<string, string> {
  return changeRequest === '' ? {} : { words: changeRequest };
}

/** Names no private drive: moderation stores the text longer than the drive may exist. */
function factsOf(
  { name, description, start, days }: Submitted,
  items: readonly SubmittedItem[],
): Record<string, string> {
  const trip = [...(start === null ? [] : [start]), ...(days === null ? [] : [days === 1 ? '1 day' : `${days} days`])];
  return {
    name,
    description,
    ...(isTrip({ start, days }) && { trip: trip.join(', ') }),
    items: items.map(itemText).join('\n').slice(0, ITEMS_TEXT_MAX),
  };
}

function itemText({ title, note, day }: SubmittedItem): string {
  const place = day === null ? '' : `Day ${day}: `;
  return `${place}${title ?? 'A drive that is not public'}${note === '' ? '' : ` – ${note}`}`;
}

function reasonsOf(items: readonly SubmittedItem[]): string[] {
  const hidden = items.filter(({ title }) => title === null).length;
  if (hidden === 0) return [];
  return [hidden === 1 ? '1 drive is not public' : `${hidden} drives are not public`];
}
