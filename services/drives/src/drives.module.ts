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
import { EventFactory } from '@switchback/platform/events/event';
import { OutboxRelay } from '@switchback/platform/events/outbox-relay';
import { PostgresOutbox } from '@switchback/platform/events/outbox-store';
import { drivesTopic, popularityTopic, usersTopic } from '@switchback/platform/events/topics';
import type { Ids } from '@switchback/platform/ids';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import type { Places } from '@switchback/platform/places/places';
import type { Storage } from '@switchback/platform/storage/storage';
import type { ListStatesRequest, ListStatesResponse } from '@switchback/proto/drives/v1/service';
import { DataSource } from 'typeorm';
import { CARD_CONCURRENCY, CARD_JOB, cardHandler } from './cards/card-job.js';
import { cardDrawer } from './cards/draw-card.js';
import { DriveCards } from './cards/drive-cards.js';
import { onDriveEvent } from './consumers/on-drive-event.js';
import { onPopularityEvent } from './consumers/on-popularity-event.js';
import { onUserEvent } from './consumers/on-user-event.js';
import { loadDemo } from './demo/load-demo.js';
import { Drive, DriveRoute, Owner } from './drive.entity.js';
import { DriveEvents } from './drive-events.js';
import { DriveOwners } from './drive-owners.js';
import { DrivePopularity } from './drive-popularity.js';
import { DrivesQueries } from './drives.queries.js';
import { DrivesRpc } from './drives.rpc.js';
import { DrivesService } from './drives.service.js';
import { CreateDrives1795219200000 } from './migrations/1795219200000-create-drives.js';
import { AddOwners1795478400000 } from './migrations/1795478400000-add-owners.js';
import { AddZOrder1795564800000 } from './migrations/1795564800000-add-z-order.js';

export interface DrivesOptions {
  database: DatabaseSettings;
  places: Places;
  clock: Clock;
  ids: Ids;
}

/** The consumer groups; `npm run redrive` takes these names. */
export const CARDS_GROUP = 'drives-cards';
export const POPULARITY_GROUP = 'drives-popularity';
export const OWNERS_GROUP = 'drives-owners';
const EVENT_BATCH = 100;

export interface DrivesModuleOptions extends DrivesOptions {
  bus: EventBus;
  storage: Storage;
  /** Not yet started. */
  jobs: Pick<Jobs, 'enqueue' | 'stats' | 'work'>;
  /** The name of the product, as it stands on cards. */
  productName: string;
  /** Told of cards that could not be kept or read; they are drawn again. */
  onCardError: (error: unknown) => void;
  /** Load the demo drives at start when there is none yet. */
  demo: boolean;
  /** Told of each round of publishing that failed; the next one tries again. */
  onRelayError: (error: unknown) => void;
}

/** The service's own schema, brought up to date. The caller ends it with `destroy`. */
export function connectDrives(database: DatabaseSettings): Promise<DataSource> {
  const migrations = [CreateDrives1795219200000, AddOwners1795478400000, AddZOrder1795564800000];
  return connectService(database, 'drives', { entities: [Drive, DriveRoute, Owner], migrations });
}

/** The writes alone, for commands that run beside the product: its relay publishes what they leave in the outbox. */
export function createDrivesService(
  source: DataSource,
  { places, clock, ids }: Omit<DrivesOptions, 'database'>,
): DrivesService {
  return new DrivesService({ source, places, clock, ids, events: eventsOf({ clock, ids }) });
}

function eventsOf({ clock, ids }: Pick<DrivesOptions, 'clock' | 'ids'>): DriveEvents {
  return new DriveEvents(new EventFactory({ source: 'drives', clock, ids }));
}

/** Every drive's present state, for commands that rebuild what others keep of it. */
export function statesOf(source: DataSource, clock: Clock): DriveStates {
  const queries = new DrivesQueries(source, clock);
  return { listStates: ({ pageToken, limit }) => queries.states(pageToken, limit) };
}

export interface DriveStates {
  listStates(request: ListStatesRequest): Promise<ListStatesResponse>;
}

const OPTIONS = Symbol('options of the drives service');

/** The drives service with all it needs: brings its schema up to date, relays its events, serves its calls. */
@Module({})
export class DrivesModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(OPTIONS) private readonly options: DrivesModuleOptions,
    @Inject(DataSource) private readonly source: DataSource,
    @Inject(DrivesService) private readonly service: DrivesService,
    @Inject(OutboxRelay) private readonly relay: OutboxRelay,
    @Inject(DriveCards) private readonly cards: DriveCards,
  ) {}

  /** A module of its own for each call; resolving it connects to the database. The connection is exported for health checks. */
  static register(options: DrivesModuleOptions): DynamicModule {
    return {
      module: DrivesModule,
      providers: [
        { provide: OPTIONS, useValue: options },
        { provide: DataSource, useFactory: () => connectDrives(options.database) },
        {
          provide: DrivesService,
          inject: [DataSource],
          useFactory: (source: DataSource) => createDrivesService(source, options),
        },
        {
          provide: DrivesQueries,
          inject: [DataSource],
          useFactory: (source: DataSource) => new DrivesQueries(source, options.clock),
        },
        {
          provide: DriveCards,
          inject: [DrivesQueries],
          useFactory: (queries: DrivesQueries) => createCards(queries, options),
        },
        {
          provide: DrivesRpc,
          inject: [DrivesQueries, DriveCards],
          useFactory: (queries: DrivesQueries, cards: DriveCards) => new DrivesRpc(queries, cards),
        },
        {
          provide: OutboxRelay,
          inject: [DataSource],
          useFactory: (source: DataSource) => createRelay(source, options),
        },
      ],
      exports: [DrivesRpc, DrivesService, OutboxRelay, DataSource],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    const { bus, clock, jobs } = this.options;
    jobs.work(CARD_JOB, cardHandler(this.cards, clock), { concurrency: CARD_CONCURRENCY });
    const batchSize = EVENT_BATCH;
    const { source } = this;
    const events = eventsOf(this.options);
    const owners = onUserEvent(new DriveOwners({ source, events }));
    const popularity = onPopularityEvent(new DrivePopularity({ source, events }));
    await bus.subscribe({ topic: drivesTopic, group: CARDS_GROUP, handler: onDriveEvent(this.cards, jobs), batchSize });
    await bus.subscribe({ topic: usersTopic, group: OWNERS_GROUP, handler: owners, batchSize });
    await bus.subscribe({ topic: popularityTopic, group: POPULARITY_GROUP, handler: popularity, batchSize });
    this.relay.start();
    if (this.options.demo) await loadDemo(this.service);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.relay.stop();
    await this.cards.settle();
    await this.source.destroy();
  }
}

function createRelay(source: DataSource, { bus, clock, onRelayError }: DrivesModuleOptions): OutboxRelay {
  return new OutboxRelay({
    outbox: new PostgresOutbox(source),
    bus,
    topics: [drivesTopic],
    clock,
    onError: onRelayError,
  });
}

function createCards(drives: DrivesQueries, options: DrivesModuleOptions): DriveCards {
  const { storage, clock, productName: product, onCardError: onError } = options;
  return new DriveCards({ storage, drives, product, draw: cardDrawer(), clock, onError });
}
