import {
  type DynamicModule,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Clock } from '@switchback/platform/clock';
import { isTransient } from '@switchback/platform/db/transient';
import type { EventBus } from '@switchback/platform/events/bus';
import { drivesTopic } from '@switchback/platform/events/topics';
import type { Places } from '@switchback/platform/places/places';
import { DataSource } from 'typeorm';
import { Bookmarks } from './bookmark.js';
import { onDriveEvent } from './consumers/on-drive-event.js';
import { IndexUnavailable } from './index/search-index.js';
import { IndexKeeper } from './keep-index.js';
import type { OpenedIndex } from './open-index.js';
import type { DriveStates } from './reindex.js';
import { SearchRpc } from './search.rpc.js';

/** The consumer group of the index; `npm run redrive` takes this name. */
export const INDEX_GROUP = 'search-index';
const EVENT_BATCH = 200;

export interface SearchModuleOptions {
  /** See `openIndex`. */
  openIndex: () => Promise<OpenedIndex>;
  /** What a missing index is made from; asked for when there is none. */
  states: () => Promise<DriveStates>;
  places: Places;
  /** Bookmarks are signed with the first and taken with all: the same for every instance. */
  keys: readonly string[];
  clock: Clock;
  bus: Pick<EventBus, 'subscribe'>;
  /** Told when the changes were made that the index has taken. */
  onTaken?: (times: Date[]) => void;
  /** Told what failed without harm to an answer. */
  onIndexError: (error: unknown) => void;
}

const OPTIONS = Symbol('options of the search service');
const INDEX = Symbol('index of the search service');

/** The search service with all it needs: opens its index, follows the drives' events, serves its calls. */
@Module({})
export class SearchModule implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #keeper: IndexKeeper;

  constructor(
    @Inject(OPTIONS) private readonly options: SearchModuleOptions,
    @Inject(INDEX) private readonly opened: OpenedIndex,
  ) {
    const { states, clock, onIndexError: onError } = options;
    this.#keeper = new IndexKeeper({ index: opened.index, states, clock, onError });
  }

  /**
   * A module of its own for each call; resolving it opens the index. The connections to a database are exported for health
   * checks: null where the index is kept elsewhere.
   */
  static register(options: SearchModuleOptions): DynamicModule {
    return {
      module: SearchModule,
      providers: [
        { provide: OPTIONS, useValue: options },
        { provide: INDEX, useFactory: () => options.openIndex() },
        { provide: DataSource, inject: [INDEX], useFactory: ({ source }: OpenedIndex) => source },
        {
          provide: SearchRpc,
          inject: [INDEX],
          useFactory: ({ index }: OpenedIndex) => new SearchRpc(index, options.places, new Bookmarks(options.keys)),
        },
      ],
      exports: [SearchRpc, DataSource],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    const handler = onDriveEvent(this.opened.index, this.options.onTaken);
    const subscription = { topic: drivesTopic, group: INDEX_GROUP, handler, batchSize: EVENT_BATCH };
    await this.options.bus.subscribe({ ...subscription, retry: { isTransient: mayComeBack } });
    // Nobody waits for it.
    this.#keeper.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#keeper.stop();
    await this.opened.close();
  }
}

/** Events wait for as long as the engine is away, or there is no index. */
function mayComeBack(error: unknown): boolean {
  return error instanceof IndexUnavailable || isTransient(error);
}
