import {
  type DynamicModule,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Clock } from '@switchback/platform/clock';
import { connectService, type DatabaseSettings } from '@switchback/platform/db/database';
import type { EventBus } from '@switchback/platform/events/bus';
import { drivesTopic } from '@switchback/platform/events/topics';
import type { Places } from '@switchback/platform/places/places';
import { DataSource } from 'typeorm';
import { onDriveEvent } from './consumers/on-drive-event.js';
import { PostgresIndex, type PostgresIndexOptions } from './index/postgres/postgres-index.js';
import { Database } from './index/postgres/sql.js';
import { CreateIndex1795219200000 } from './migrations/1795219200000-create-index.js';
import { NumberDrives1795305600000 } from './migrations/1795305600000-number-drives.js';
import { SearchRpc } from './search.rpc.js';

/** The consumer group of the index; `npm run redrive` takes this name. */
export const INDEX_GROUP = 'search-index';
const EVENT_BATCH = 200;

export interface SearchModuleOptions {
  database: DatabaseSettings;
  places: Places;
  clock: Clock;
  bus: Pick<EventBus, 'subscribe'>;
  /** Told what failed without harm to an answer. */
  onIndexError: (error: unknown) => void;
}

const OPTIONS = Symbol('options of the search service');

/** The service's own schema, brought up to date. The caller ends it with `destroy`. */
export function connectSearch(database: DatabaseSettings): Promise<DataSource> {
  const migrations = [CreateIndex1795219200000, NumberDrives1795305600000];
  return connectService(database, 'search', { entities: [], migrations });
}

export function openIndex(source: DataSource, clock: Clock, options?: PostgresIndexOptions): Promise<PostgresIndex> {
  return PostgresIndex.open(new Database(source), clock, options);
}

/** The search service with all it needs: brings its schema up to date, follows the drives' events, serves its calls. */
@Module({})
export class SearchModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(OPTIONS) private readonly options: SearchModuleOptions,
    @Inject(DataSource) private readonly source: DataSource,
    @Inject(PostgresIndex) private readonly index: PostgresIndex,
  ) {}

  /** A module of its own for each call; resolving it connects to the database. The connection is exported for health checks. */
  static register(options: SearchModuleOptions): DynamicModule {
    return {
      module: SearchModule,
      providers: [
        { provide: OPTIONS, useValue: options },
        { provide: DataSource, useFactory: () => connectSearch(options.database) },
        {
          provide: PostgresIndex,
          inject: [DataSource],
          useFactory: (source: DataSource) => openIndex(source, options.clock, { onError: options.onIndexError }),
        },
        {
          provide: SearchRpc,
          inject: [PostgresIndex],
          useFactory: (index: PostgresIndex) => new SearchRpc(index, options.places),
        },
      ],
      exports: [SearchRpc, PostgresIndex, DataSource],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    const handler = onDriveEvent(this.index);
    await this.options.bus.subscribe({ topic: drivesTopic, group: INDEX_GROUP, handler, batchSize: EVENT_BATCH });
    // Nobody waits for it, and what fails is tried again by a search.
    this.index.warmUp().catch(this.options.onIndexError);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.source.destroy();
  }
}
