import { Controller, Inject } from '@nestjs/common';
import { ProductError } from '@switchback/platform/errors';
import { isTransient } from '@switchback/platform/transient';
import type { Event } from '@switchback/platform/events/event';
import { driveActivityTopic } from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import type { DriveActivity } from '@switchback/proto/drives/v1/events';
import { SEARCH_INDEX, type SearchIndex } from '../index/search-index.js';
import { DRIVE_STATES } from '../index-rebuilder.js';
import { type DriveStates, readStates } from '../reindex.js';
import { type Taken, TAKEN } from './index.consumer.js';

/** Drives per request: few enough for one gRPC response, however long their routes. */
const BATCH = 100;

@Controller()
export class ActivityConsumer {
  constructor(
    @Inject(SEARCH_INDEX) private readonly index: Pick<SearchIndex, 'apply' | 'applyActivity'>,
    @Inject(DRIVE_STATES) private readonly states: () => Promise<DriveStates>,
    @Inject(TAKEN) private readonly taken: Taken = () => undefined,
  ) {}

  /** Applies popularity, ratings and photos to the index; asks the drives service for drives that it lacks. */
  @OnEvents(driveActivityTopic, 'search-activity', { batchSize: 200, retry: { isTransient: mayComeBack } })
  async consume(events: Event<DriveActivity>[]): Promise<void> {
    const lacking = await this.index.applyActivity(events.map(({ payload }) => payload));
    if (lacking.length > 0) await this.applyWhole(lacking);
    this.taken(events.map(({ time }) => time));
  }

  /** Skips a damaged state: its content event was set aside with the cause, or a rebuild reported it. */
  private async applyWhole(ids: string[]): Promise<void> {
    for await (const changes of readStates(await this.states(), { batch: BATCH, ids })) await this.index.apply(changes);
  }
}

/** Retries events as long as the engine or the drives service is unavailable, or there is no index. */
function mayComeBack(error: unknown): boolean {
  return (error instanceof ProductError && error.error === 'unavailable') || isTransient(error);
}
