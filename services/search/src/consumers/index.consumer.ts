import { Controller, Inject } from '@nestjs/common';
import { isTransient } from '@switchback/platform/transient';
import type { Event } from '@switchback/platform/events/event';
import { drivesTopic } from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import { nextTurn } from '@switchback/platform/turns';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { changeOf } from '../document.js';
import { type IndexChange, IndexUnavailable, SEARCH_INDEX, type SearchIndex } from '../index/search-index.js';

/** Consumer group, also an argument of `npm run redrive`. */
export const INDEX_GROUP = 'search-index';

/** Receives the times of the changes that the index has applied. */
export type Taken = (times: Date[]) => void;
export const TAKEN = Symbol('Taken');

@Controller()
export class IndexConsumer {
  constructor(
    @Inject(SEARCH_INDEX) private readonly index: Pick<SearchIndex, 'apply'>,
    @Inject(TAKEN) private readonly taken: Taken = () => undefined,
  ) {}

  /** Applies each drive's newest state to the index. Idempotent: versions decide. */
  @OnEvents(drivesTopic, INDEX_GROUP, { batchSize: 200, retry: { isTransient: mayComeBack } })
  async consume(events: Event<DriveEvent>[]): Promise<void> {
    const changes: IndexChange[] = [];
    for (const { payload } of events) {
      // Simplifying a long line takes a turn of its own.
      await nextTurn();
      changes.push(changeOf(payload));
    }
    await this.index.apply(changes);
    this.taken(events.map(({ time }) => time));
  }
}

/** Retries events as long as the engine is unavailable or there is no index. */
function mayComeBack(error: unknown): boolean {
  return error instanceof IndexUnavailable || isTransient(error);
}
