import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { threadId } from 'node:worker_threads';
import { FileArchive, makeRequests, requestsFolder } from './backup/file-archive.js';
import { makeArchive } from './backup/wal-archive.js';
import { openConnection } from './connection.js';
import { DiskReserve, RESERVE_BYTES, setReadOnly } from './disk-reserve.js';
import { Guardian } from './postgres-guardian.js';
import {
  ensureCluster,
  findRunningServer,
  findSettledServer,
  MAX_CONNECTIONS,
  removeStaleServerLock,
  type RunningServer,
  type ServerTuning,
  startServer,
  stopServer,
  SUPERUSER,
} from './postgres-server.js';
import { birthOf, holderOf, isRunning } from './process-mark.js';
import { withFileLock } from './start-lock.js';

const DATABASE = 'switchback';
const LOCK_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 5_000;
const START_ATTEMPTS = 3;
const WATCH_INTERVAL_MS = 500;
const KEY_BYTES = 24;

export interface EmbeddedPostgresOptions extends Partial<ServerTuning> {
  /** The product's data folder; the server lives in its subfolder `postgres`. */
  dataDir: string;
  /** Set aside for a full disk; by default only by a durable server. */
  reserveBytes?: number;
  /** Called with one sentence when the server was lost and is being restarted, or could not be restarted. */
  onEvent?: (message: string) => void;
}

/** An embedded PostgreSQL in the data folder, shared by all processes that use the folder. */
export interface EmbeddedPostgres {
  /** URL for the superuser, on 127.0.0.1. Contains the password: never log it. */
  readonly url: string;
  readonly port: number;
  /** Leaves the server, and stops it if no other process uses it. */
  stop(): Promise<void>;
}

/**
 * Joins the server that runs on this data folder, or starts one, creating the cluster the first time. Recovers from the
 * leftovers of a killed process: a lock, a half-made cluster, a server still running. A server that dies while in use
 * is restarted on the same port. Starting an existing cluster takes about 0.1 s, the first start about 2 s.
 * @throws Error with the server's own message if it does not start.
 */
export async function joinOrStart(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const shared = new SharedServer(options);
  await shared.join();
  return shared;
}

/** Unique in a thread: each has this module, and a guardian, of its own. */
let userNumber = 0;

class SharedServer implements EmbeddedPostgres {
  private readonly root: string;
  private readonly cluster: string;
  private readonly users: string;
  private readonly user = `${process.pid}-${threadId}-${(userNumber += 1)}`;
  private readonly tuning: ServerTuning;
  private server: RunningServer | undefined;
  private password = '';
  private watch: NodeJS.Timeout | undefined;
  private guardian: Guardian | undefined;
  private readonly files: FileArchive | undefined;
  private readonly reserve: DiskReserve | undefined;

  constructor(private readonly options: EmbeddedPostgresOptions) {
    this.root = join(resolve(options.dataDir), 'postgres');
    this.cluster = join(this.root, 'data');
    this.users = join(this.root, 'users');
    this.tuning = {
      durable: options.durable ?? true,
      maxConnections: options.maxConnections ?? MAX_CONNECTIONS,
      ...(options.archive !== undefined && {
        archive: resolve(options.archive),
        requests: requestsFolder(this.root),
      }),
    };
    const { reserveBytes = this.tuning.durable ? RESERVE_BYTES : 0 } = options;
    if (reserveBytes > 0) this.reserve = new DiskReserve(this.root, reserveBytes);
    if (options.archive !== undefined)
      this.files = new FileArchive({
        dataDir: resolve(options.dataDir),
        backups: resolve(options.archive),
        onError: (error) => options.onEvent?.(`Files could not be archived: ${String(error)}`),
      });
  }

  get port(): number {
    return this.server?.port ?? 0;
  }

  get url(): string {
    return this.urlOf(DATABASE);
  }

  async join(): Promise<void> {
    await mkdir(this.root, { recursive: true, mode: 0o755 });
    // Also answers a server that is still stopping after its process was killed.
    this.files?.start();
    try {
      await this.reserve?.releaseIfFull();
      await this.exclusively(async () => {
        this.password = await this.readOrMakeKey();
        await this.startUnlessRunning();
        await this.ensureDatabase();
        await this.useReserve();
      });
    } catch (error) {
      await this.files?.stop();
      throw error;
    }
    this.superviseServer();
  }

  async stop(): Promise<void> {
    clearTimeout(this.watch);
    this.watch = undefined;
    try {
      await this.exclusively(async () => {
        await rm(join(this.users, this.user), { force: true });
        if ((await this.liveUsers()).length > 0) return;
        const server = await findRunningServer(this.cluster);
        // Archives the last segment of its log.
        if (server) await stopServer(server.pid);
      });
    } finally {
      this.guardian?.dismiss();
      await this.files?.stop();
    }
  }

  private exclusively<T>(work: () => Promise<T>): Promise<T> {
    return withFileLock(join(this.root, 'lock'), LOCK_TIMEOUT_MS, work);
  }

  private urlOf(database: string): string {
    return `postgres://${SUPERUSER}:${this.password}@127.0.0.1:${this.port}/${database}`;
  }

  /** Returns the generated password; only the owner of the data folder may read its file. */
  private async readOrMakeKey(): Promise<string> {
    const file = join(this.root, 'key');
    const existing = await readFile(file, 'utf8').catch(() => '');
    if (existing) return existing;
    const key = randomBytes(KEY_BYTES).toString('base64url');
    await writeFile(file, key, { mode: 0o600 });
    return key;
  }

  private async startUnlessRunning(port?: number): Promise<void> {
    const running = await findSettledServer(this.cluster);
    if (running) {
      await this.register();
      this.server = running;
      this.guard(running.pid);
      return;
    }
    const files = { cluster: this.cluster, log: join(this.root, 'server.log') };
    await ensureCluster(files, this.password, this.tuning.durable);
    await removeStaleServerLock(this.cluster);
    if (this.tuning.archive !== undefined) {
      await makeArchive(this.tuning.archive);
      await makeRequests(this.root);
    }
    if (port === undefined) await rm(this.users, { recursive: true, force: true });
    await this.register();
    this.server = await this.tryStart(() => startServer(files, this.tuning, { port }));
    this.guard(this.server.pid);
  }

  /**
   * Retries: the free port may be taken before the server binds it, and a killed server's last processes may linger.
   */
  private async tryStart(start: () => Promise<RunningServer>): Promise<RunningServer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await start();
      } catch (error) {
        const other = await findRunningServer(this.cluster);
        if (other) return other;
        if (attempt === START_ATTEMPTS) throw error;
      }
    }
  }

  private async register(): Promise<void> {
    await mkdir(this.users, { recursive: true });
    await writeFile(join(this.users, this.user), `${birthOf(process.pid)}\n`);
  }

  private async liveUsers(): Promise<string[]> {
    const names = await readdir(this.users).catch(() => []);
    const isLive = async (name: string) => {
      const birth = await readFile(join(this.users, name), 'utf8').catch(() => '');
      return holderOf(`${name.split('-')[0]} ${birth}`) !== undefined;
    };
    const live = await Promise.all(names.map(isLive));
    return names.filter((_, index) => live[index]);
  }

  private guard(pid: number): void {
    this.guardian ??= new Guardian(this.users, this.user, () =>
      this.options.onEvent?.('No shell available: if this process is killed, its PostgreSQL keeps running.'),
    );
    this.guardian.guard(pid);
  }

  private async ensureDatabase(): Promise<void> {
    const client = await openConnection({
      connectionString: this.urlOf('postgres'),
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    try {
      const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
      if (!rowCount) await client.query(`create database ${DATABASE}`);
    } finally {
      await client.end();
    }
  }

  /** Sets the reserve aside; while the disk has no room for it after it was full, the server refuses writes. */
  private async useReserve(): Promise<void> {
    if (!this.reserve) return;
    const wasReleased = await this.reserve.wasReleased();
    await this.reserve.keep();
    if (wasReleased) await setReadOnly(this.urlOf('postgres'), !(await this.reserve.isKept()));
  }

  /** The first process to notice that the server died restarts it, on the port that all pools know. */
  private superviseServer(): void {
    this.watch = setTimeout(() => void this.reviveIfDead(), WATCH_INTERVAL_MS).unref();
  }

  private async reviveIfDead(): Promise<void> {
    const { server } = this;
    if (server && !isRunning(server.pid)) {
      this.options.onEvent?.('The embedded PostgreSQL stopped unexpectedly; restarting it.');
      // First: a full disk has no room for the lock either.
      if (await this.reserve?.releaseIfFull())
        this.options.onEvent?.('The disk is full: the embedded PostgreSQL answers only reads until there is room.');
      await this.exclusively(async () => {
        if (!this.watch) return;
        await this.startUnlessRunning(server.port);
        await this.useReserve();
      }).catch((error: Error) => this.options.onEvent?.(error.message));
    } else if (this.watch && this.reserve && !(await this.reserve.isKept()) && (await this.reserve.hasRoom())) {
      await this.exclusively(() => this.useReserve()).catch((error: Error) => this.options.onEvent?.(error.message));
    }
    if (this.watch) this.superviseServer();
  }
}
