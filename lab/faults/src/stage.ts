import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Program } from '@switchback/bench/program';
import { connectDrives } from '@switchback/drives/schema';
import { connectService } from '@switchback/platform/db/database';
import type { EmbeddedPostgres } from '@switchback/platform/db/embedded-postgres';
import type { EventBus } from '@switchback/platform/events/bus';
import { dropTopics } from '@switchback/testing/drop-topics';
import { KafkaBus } from '@switchback/platform/events/kafka/kafka-bus';
import { PostgresBus } from '@switchback/platform/events/postgres-bus';
import { connectSearch } from '@switchback/search/open-index';
import { COUNTING_MODEL } from '@switchback/testing/bus-fixtures';
import { createTestDatabase, type DatabaseTemplate } from '@switchback/testing/database';
import { freshIndexPrefix } from '@switchback/testing/elasticsearch';
import { freshPrefix, KAFKA_BROKERS, QUICK_GROUPS } from '@switchback/testing/kafka';
import type { DataSource } from 'typeorm';
import type { Step } from './roles/role.js';

export type BusName = 'postgres' | 'kafka';
export type IndexName = 'postgres' | 'elasticsearch';
export type Role = 'writer' | 'relay' | 'consumer';

/** The PostgreSQL of all runs, which they may harm. */
export interface Server {
  postgres: EmbeddedPostgres;
  dataDir: string;
}

interface RoleOptions {
  crashAt?: Step;
  /** The passage of that step at which it crashes. */
  passage?: number;
  /** Replaces the direct URL of the database. */
  databaseUrl?: string;
  /** Port of a proxy in front of Kafka. */
  kafkaPort?: number;
}

/** Half of the startup time goes into compiling the same programs again. */
export const COMPILED_ONCE = { NODE_COMPILE_CACHE: join(tmpdir(), 'compiled') };
/** Folder with the bundled programs of `roles/`. */
const ROLES_FOLDER = process.env['FAULTS_ROLES'] ?? '';

/** Every schema as it is after a first start. */
const MIGRATED: DatabaseTemplate = {
  key: 'faults',
  prepare: async (url) => {
    for (const connect of [connectDrives, connectSearch, connectTallies]) {
      const source = await connect({ url });
      await source.destroy();
    }
    const bus = await PostgresBus.connect({ url });
    await bus.stop();
  },
};

export function connectTallies({ url }: { url: string }): Promise<DataSource> {
  return connectService({ url }, 'counting', COUNTING_MODEL);
}

/** Resources of one run: a fresh database, a prefix on Kafka, and everything it started, which ends with it. */
export class Stage {
  private readonly closers: (() => Promise<unknown>)[] = [];
  readonly kafkaPrefix = freshPrefix();
  readonly indexPrefix = freshIndexPrefix();
  /** Folder for the files of this run's product. */
  readonly dataDir: string;

  private constructor(
    readonly server: Server,
    readonly url: string,
    readonly seed: number,
    readonly isShort: boolean,
  ) {
    this.dataDir = mkdtempSync(join(server.dataDir, 'run-'));
    this.atEnd(async () => rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5 }));
  }

  static async open(server: Server, seed: number, isShort: boolean): Promise<Stage> {
    const database = await createTestDatabase(MIGRATED, server.postgres.url);
    const stage = new Stage(server, database.url, seed, isShort);
    stage.atEnd(() => database.drop());
    return stage;
  }

  /** Registers a closer. They run in reverse order; a failing one does not stop the next. */
  atEnd(close: () => Promise<unknown>): void {
    this.closers.push(close);
  }

  async close(): Promise<void> {
    for (let close = this.closers.pop(); close; close = this.closers.pop()) await close().catch(() => undefined);
  }

  /** Starts a program of `roles/`; resolves once it prints `ready`, or has killed itself at `crashAt`. */
  async startRole(role: Role, bus: BusName, options: RoleOptions = {}): Promise<Program> {
    const { crashAt, passage = 1, databaseUrl = this.url, kafkaPort } = options;
    let isReady = false;
    const program = await Program.start({
      args: [join(ROLES_FOLDER, `${role}.mjs`)],
      settings: {
        ...COMPILED_ONCE,
        DATABASE_URL: databaseUrl,
        ...(bus === 'kafka' && { KAFKA_BROKERS: KAFKA_BROKERS.join(), KAFKA_PREFIX: this.kafkaPrefix }),
        ...(kafkaPort !== undefined && { KAFKA_ROUTE_PORT: String(kafkaPort) }),
        ...(crashAt && { CRASH_AT: crashAt, CRASH_PASSAGE: String(passage) }),
      },
      isReady: ({ isKilled }) => isReady || (crashAt !== undefined && isKilled),
      onLine: (line) => (isReady ||= line === 'ready'),
    });
    this.atEnd(() => program.kill());
    return program;
  }

  /** Opens a bus for this process, which no fault affects. */
  async openBus(bus: BusName): Promise<EventBus> {
    if (bus === 'kafka') this.atEnd(() => dropTopics(KAFKA_BROKERS, this.kafkaPrefix));
    const opened =
      bus === 'kafka'
        ? await KafkaBus.open({
            brokers: KAFKA_BROKERS,
            prefix: this.kafkaPrefix,
            timing: QUICK_GROUPS,
            stopTimeoutMs: 1_000,
          })
        : await PostgresBus.connect({ url: this.url }, { stopTimeoutMs: 1_000 });
    this.atEnd(() => opened.stop());
    return opened;
  }

  async connect(connect: (settings: { url: string }) => Promise<DataSource>): Promise<DataSource> {
    const source = await connect({ url: this.url });
    this.atEnd(() => source.destroy());
    return source;
  }

  postmasterPid(): number {
    const file = join(this.server.dataDir, 'postgres/data/postmaster.pid');
    return Number(readFileSync(file, 'utf8').split('\n')[0]);
  }
}
