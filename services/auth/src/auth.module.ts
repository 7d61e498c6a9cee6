import {
  type DynamicModule,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { EventBus } from '@switchback/platform/events/bus';
import { OutboxRelay } from '@switchback/platform/events/outbox-relay';
import { PostgresOutbox } from '@switchback/platform/events/outbox-store';
import { accountsTopic, sessionsTopic } from '@switchback/platform/events/topics';
import type { DatabaseSettings } from '@switchback/platform/db/database';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import type { Mailer } from '@switchback/platform/mail/mail';
import { DataSource } from 'typeorm';
import { AuthRpc } from './auth.rpc.js';
import { type AuthOptions, type AuthServices, connectAuth, createAuth } from './create-auth.js';
import { MAIL_CONCURRENCY, MAIL_JOB, mailHandler } from './mails/mail-job.js';
import { UPKEEP_CRON, UPKEEP_JOB, upkeepHandler } from './upkeep/upkeep.js';

export interface AuthModuleOptions extends AuthOptions {
  database: DatabaseSettings;
  bus: EventBus;
  /** Not yet started. */
  jobs: Pick<Jobs, 'enqueue' | 'work' | 'schedule'>;
  mailer: Mailer;
  /** Told of mails that were given up or may not have arrived, and of jobs that could not be enqueued yet. */
  onMailError: (error: unknown) => void;
  /** Told of each round of publishing that failed; the next one tries again. */
  onRelayError: (error: unknown) => void;
}

const OPTIONS = Symbol('options of the auth service');
const SERVICES = Symbol('what the auth service is made of');

/** The auth service with all it needs: brings its schema up to date, relays its events, sends its mails, serves its calls. */
@Module({})
export class AuthModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(OPTIONS) private readonly options: AuthModuleOptions,
    @Inject(DataSource) private readonly source: DataSource,
    @Inject(SERVICES) private readonly services: AuthServices,
    @Inject(OutboxRelay) private readonly relay: OutboxRelay,
  ) {}

  /** A module of its own for each call; resolving it connects to the database. The connection is exported for health checks. */
  static register(options: AuthModuleOptions): DynamicModule {
    const { bus, clock, onRelayError: onError } = options;
    return {
      module: AuthModule,
      providers: [
        { provide: OPTIONS, useValue: options },
        { provide: DataSource, useFactory: () => connectAuth(options.database) },
        { provide: SERVICES, inject: [DataSource], useFactory: (source: DataSource) => createAuth(source, options) },
        { provide: AuthRpc, inject: [SERVICES], useFactory: (services: AuthServices) => new AuthRpc(services) },
        {
          provide: OutboxRelay,
          inject: [DataSource],
          useFactory: (source: DataSource) =>
            new OutboxRelay({
              ...{ outbox: new PostgresOutbox(source), bus, clock, onError },
              topics: [accountsTopic, sessionsTopic],
            }),
        },
      ],
      exports: [AuthRpc, OutboxRelay, DataSource],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    const { source, services } = this;
    const { jobs, mailer, onMailError: onLost, sessions } = this.options;
    const { letters, mails, limits, accounts, hasher } = services;
    jobs.work(MAIL_JOB, mailHandler({ source, letters, mailer, limits, onLost }), { concurrency: MAIL_CONCURRENCY });
    jobs.work(UPKEEP_JOB, upkeepHandler({ source, accounts, mails, idleDays: sessions.idleDays }), { concurrency: 1 });
    jobs.schedule(UPKEEP_JOB, UPKEEP_CRON, {});
    await hasher.prepare();
    this.relay.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.relay.stop();
    await this.options.mailer.close();
    await this.source.destroy();
  }
}
