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
import {
  accountsTopic,
  contactTopic,
  drivesTopic,
  popularityTopic,
  usersTopic,
} from '@switchback/platform/events/topics';
import type { Ids } from '@switchback/platform/ids';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import type { Places } from '@switchback/platform/places/places';
import type { Rpc } from '@switchback/platform/rpc/call';
import type { Storage } from '@switchback/platform/storage/storage';
import type { DrivesService } from '@switchback/proto/drives/v1/service';
import { DataSource } from 'typeorm';
import { Avatars } from './avatars/avatars.js';
import { decodeInProcess } from './avatars/decode.js';
import { forgottenUploadsHandler } from './avatars/forgotten-uploads.js';
import { onAccountEvent } from './consumers/on-account-event.js';
import { onContactEvent } from './consumers/on-contact-event.js';
import { onDriveEvent } from './consumers/on-drive-event.js';
import { ContactService } from './contact/contact.service.js';
import { CONTACT_MAIL_JOB, type ContactDesk, contactMailHandler } from './contact/contact-mail.js';
import { ContactMessages } from './contact/contact-messages.js';
import type { ExportSources } from './exports/export-entries.js';
import { EXPORT_JOB, ExportsService } from './exports/exports.service.js';
import { DriveFacts } from './facts/drive-facts.js';
import { DriveLists } from './facts/drive-lists.js';
import { FactReader } from './facts/fact-reader.js';
import { KnownDrives } from './facts/known-drives.js';
import { ListsService } from './lists/lists.service.js';
import { CreateUsers1795478400000 } from './migrations/1795478400000-create-users.js';
import { CreateExports1795485600000 } from './migrations/1795485600000-create-exports.js';
import { CreateContactMessages1795651200000 } from './migrations/1795651200000-create-contact-messages.js';
import { AddAudience1795737600000 } from './migrations/1795737600000-add-audience.js';
import { PeopleQueries } from './people.queries.js';
import { AccountsService } from './profiles/accounts.service.js';
import { Profile, Username } from './profiles/profile.entity.js';
import { ProfileInput } from './profiles/profile-input.js';
import { ProfilesService } from './profiles/profiles.service.js';
import { Usernames } from './profiles/usernames.js';
import { RecentSearches } from './searches/recent-searches.js';
import { UPKEEP_CRON, UPKEEP_JOB, upkeepHandler } from './upkeep.js';
import { UsersRpc } from './users.rpc.js';

/** The consumer groups; `npm run redrive` takes these names. */
export const FACTS_GROUP = 'users-drives';
export const ACCOUNTS_GROUP = 'users-accounts';
export const CONTACT_GROUP = 'users-contact';
const EVENT_BATCH = 200;
/** Each reads all the drives of a person. */
const EXPORT_CONCURRENCY = 1;

export interface UsersOptions {
  places: Places;
  clock: Clock;
  ids: Ids;
  /** The drives service; asked for when it is first needed. */
  drives: () => Promise<Pick<Rpc<DrivesService>, 'getDetails' | 'getSummaries' | 'listStates'>>;
  /** The auth service, likewise. */
  auth: ExportSources['auth'];
  /** Not yet started. */
  jobs: Pick<Jobs, 'enqueue' | 'find' | 'schedule' | 'work'>;
  storage: Storage;
  /** Told of a file that nobody needs any more and that could not be removed. */
  onLeftOver: (error: unknown) => void;
}

export interface UsersModuleOptions extends UsersOptions {
  database: DatabaseSettings;
  bus: EventBus;
  contactDesk: ContactDesk;
  /** Told of each round of reading the drives that failed; another follows. */
  onReadError: (error: unknown) => void;
  /** Told of each round of publishing that failed; the next one tries again. */
  onRelayError: (error: unknown) => void;
}

/** The service's own schema, brought up to date. The caller ends it with `destroy`. */
export function connectUsers(database: DatabaseSettings): Promise<DataSource> {
  const migrations = [
    CreateUsers1795478400000,
    CreateExports1795485600000,
    CreateContactMessages1795651200000,
    AddAudience1795737600000,
  ];
  return connectService(database, 'users', { entities: [Profile, Username], migrations });
}

/** What the service does, over its database. */
export interface UsersParts {
  rpc: UsersRpc;
  facts: DriveFacts;
  accounts: AccountsService;
  exports: ExportsService;
  messages: ContactMessages;
}

export function createUsers(source: DataSource, options: UsersOptions): UsersParts {
  const { clock, ids, places, drives, auth, jobs, storage, onLeftOver } = options;
  const events = new EventFactory({ source: 'users', clock, ids });
  const facts = new DriveFacts(source);
  const usernames = new Usernames(source, clock);
  const avatars = new Avatars({ storage, ids, decode: decodeInProcess });
  const lists = new ListsService({ source, events, drives: new KnownDrives({ source, facts, drives }) });
  const people = new PeopleQueries({ source, places, lists: new DriveLists(source) });
  const searches = new RecentSearches(source);
  const messages = new ContactMessages(source);
  const exports = new ExportsService({ people, searches, messages, auth, drives, storage, source, jobs, ids, clock });
  const rpc = new UsersRpc({
    ...{ people, searches, exports, usernames, lists, avatars, onLeftOver },
    profiles: new ProfilesService({ source, usernames, events, clock, input: new ProfileInput(places) }),
    contact: new ContactService({ source, events, ids }),
  });
  const accounts = new AccountsService({ source, lists, messages, files: [avatars, exports], events });
  return { rpc, facts, exports, messages, accounts };
}

/** Has the jobs of the service done by this process. */
export function workOnJobs(
  { jobs, storage, clock, contactDesk }: Pick<UsersModuleOptions, 'jobs' | 'storage' | 'clock' | 'contactDesk'>,
  { exports, messages }: Pick<UsersParts, 'exports' | 'messages'>,
): void {
  jobs.work(EXPORT_JOB, exports.make, { concurrency: EXPORT_CONCURRENCY });
  jobs.work(CONTACT_MAIL_JOB, contactMailHandler(messages, contactDesk));
  jobs.work(UPKEEP_JOB, upkeepHandler([exports.sweep, messages.sweep, forgottenUploadsHandler({ storage, clock })]));
  jobs.schedule(UPKEEP_JOB, UPKEEP_CRON, null);
}

const OPTIONS = Symbol('options of the users service');
const PARTS = Symbol('parts of the users service');

/** The users service with all it needs: brings its schema up to date, follows events, relays its own, serves its calls. */
@Module({})
export class UsersModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly reader: FactReader;

  constructor(
    @Inject(OPTIONS) private readonly options: UsersModuleOptions,
    @Inject(DataSource) private readonly source: DataSource,
    @Inject(PARTS) private readonly parts: UsersParts,
    @Inject(OutboxRelay) private readonly relay: OutboxRelay,
  ) {
    const { drives, clock, onReadError: onError } = options;
    this.reader = new FactReader({ source, facts: parts.facts, drives, clock, onError });
  }

  /** A module of its own for each call; resolving it connects to the database. The connection is exported for health checks. */
  static register(options: UsersModuleOptions): DynamicModule {
    return {
      module: UsersModule,
      providers: [
        { provide: OPTIONS, useValue: options },
        { provide: DataSource, useFactory: () => connectUsers(options.database) },
        { provide: PARTS, inject: [DataSource], useFactory: (source: DataSource) => createUsers(source, options) },
        { provide: UsersRpc, inject: [PARTS], useFactory: ({ rpc }: UsersParts) => rpc },
        {
          provide: OutboxRelay,
          inject: [DataSource],
          useFactory: (source: DataSource) => createRelay(source, options),
        },
      ],
      exports: [UsersRpc, OutboxRelay, DataSource],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    const { bus, jobs } = this.options;
    const { facts, accounts, messages } = this.parts;
    workOnJobs(this.options, this.parts);
    const batchSize = EVENT_BATCH;
    await bus.subscribe({ topic: drivesTopic, group: FACTS_GROUP, handler: onDriveEvent(facts), batchSize });
    await bus.subscribe({ topic: accountsTopic, group: ACCOUNTS_GROUP, handler: onAccountEvent(accounts), batchSize });
    const onContact = onContactEvent(messages, jobs);
    await bus.subscribe({ topic: contactTopic, group: CONTACT_GROUP, handler: onContact, batchSize });
    this.relay.start();
    // Nobody waits for it.
    this.reader.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.reader.stop();
    await this.relay.stop();
    await this.options.contactDesk.mailer.close();
    await this.source.destroy();
  }
}

function createRelay(source: DataSource, { bus, clock, onRelayError }: UsersModuleOptions): OutboxRelay {
  const topics = [usersTopic, popularityTopic, contactTopic];
  return new OutboxRelay({ outbox: new PostgresOutbox(source), bus, topics, clock, onError: onRelayError });
}
