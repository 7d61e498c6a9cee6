import { Controller, Inject } from '@nestjs/common';
import { isTransient } from '@switchback/platform/db/transient';
import type { Event } from '@switchback/platform/events/event';
import { drivesTopic } from '@switchback/platform/events/topics';
import { OnEvents } from '@switchback/platform/nest/handlers';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { changeOf } from '../document.js';
import { IndexUnavailable, SEARCH_INDEX, type SearchIndex } from '../index/search-index.js';

/** `npm run redrive` takes this name. */
export const INDEX_GROUP = 'search-index';

/** Told when the changes were made that the index has taken. */
export type Taken = (times: Date[]) => void;
export const TAKEN = Symbol('Taken');

@Controller()
export class IndexConsumer {
  constructor(
    @Inject(SEARCH_INDEX) private readonly index: Pick<SearchIndex, 'apply'>,
    @Inject(TAKEN) private readonly taken: Taken = () => undefined,
  ) {}

  /** Brings the index up to each drive's newest state. Versions decide, so that a repetition changes nothing. */
  @OnEvents(drivesTopic, INDEX_GROUP, { batchSize: 200, retry: { isTransient: mayComeBack } })
  async take(events: Event<DriveEvent>[]): Promise<void> {
    await this.index.apply(events.map(({ payload }) => changeOf(payload)));
    this.taken(events.map(({ time }) => time));
  }
}

/** Events wait for as long as the engine is away, or there is no index. */
function mayComeBack(error: unknown): boolean {
  return error instanceof IndexUnavailable || isTransient(error);
}
