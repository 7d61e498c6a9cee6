import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { chown, mkdir, readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../clock.js';
import { archiveSettings, walFolder } from './backup/wal-archive.js';
import { asPlainAccount, findPostgresBinaries, type PlainCommand, plainAccount } from './postgres-binaries.js';
import { memoryBytes, memorySettings } from './postgres-memory.js';
import { birthByPs, birthOf, isRunning } from './process-mark.js';

const INITDB_TIMEOUT_MS = 60_000;
const READY_TIMEOUT_MS = 30_000;
const FAST_STOP_TIMEOUT_MS = 8_000;
const HARD_STOP_TIMEOUT_MS = 2_000;
const POLL_MS = 10;
/** Maximum difference between the start time in PostgreSQL's lock file and the one reported by the system. */
const START_TOLERANCE_MS = 10_000;
const LOG_TAIL_CHARS = 2_000;
export const SUPERUSER = 'postgres';

export interface ServerFiles {
  /** The cluster, owned by the account that the server runs as. */
  cluster: string;
  log: string;
}

/**
 * Enough for eight services in processes of their own, without Kafka and Redis. A restore needs at least as many as the
 * server that was backed up.
 */
export const MAX_CONNECTIONS = 200;

export interface ServerTuning {
  /** False trades crash safety for speed; tests only. */
  durable: boolean;
  maxConnections: number;
  /** Backup folder to archive the log in; without one the log holds only the data needed for crash recovery. */
  archive?: string;
  /** Folder in which the server asks for files to be archived before the log; without one, it does not ask. */
  requests?: string;
}

export interface ServerStart {
  /** Port to use, as after a crash when clients already know it; defaults to any free port. */
  port?: number | undefined;
  /** Extra settings on top of the defaults, as `name=value`. */
  settings?: readonly string[];
  readyTimeoutMs?: number;
}

export interface RunningServer {
  pid: number;
  port: number;
}

/**
 * Returns the server that runs on this cluster; undefined if there is none, even if a killed one left its files behind.
 */
export async function findRunningServer(cluster: string): Promise<RunningServer | undefined> {
  const server = await findServer(cluster);
  return server?.ready ? server : undefined;
}

/**
 * Same as {@link findRunningServer}, but first waits, for a limited time, for a server that is starting or stopping.
 */
export async function findSettledServer(cluster: string): Promise<RunningServer | undefined> {
  const deadlineMs = systemClock.monotonicMs() + READY_TIMEOUT_MS;
  for (;;) {
    const server = await findServer(cluster);
    if (!server || server.ready) return server;
    if (systemClock.monotonicMs() > deadlineMs) return undefined;
    await systemClock.sleep(POLL_MS);
  }
}

async function findServer(cluster: string): Promise<(RunningServer & { ready: boolean }) | undefined> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [pid, port, status] = [Number(lines[0]), Number(lines[3]), lines[7]?.trim()];
  if (!(await isServer(lines, cluster))) return undefined;
  return { pid, port: port || 0, ready: status === 'ready' && Boolean(port) };
}

/** Removes the lock of a dead server: PostgreSQL would honor it if another process has reused the pid. */
export async function removeStaleServerLock(cluster: string): Promise<void> {
  const lock = join(cluster, 'postmaster.pid');
  const lines = (await readFile(lock, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (pid && isRunning(pid) && !(await isServer(lines, cluster))) await rm(lock, { force: true });
}

/**
 * Whether the process named in PostgreSQL's lock file is the server of this cluster rather than a process that has
 * reused its pid. Checks the working directory on Linux, the start time elsewhere.
 */
async function isServer([number, , startedAt]: string[], cluster: string): Promise<boolean> {
  const pid = Number(number);
  if (!pid || !isRunning(pid)) return false;
  if (process.platform === 'linux') return worksIn(pid, cluster);
  const bornMs = Date.parse(`${birthByPs(pid)} UTC`);
  return Number.isNaN(bornMs) || Math.abs(bornMs - Number(startedAt) * 1_000) <= START_TOLERANCE_MS;
}

async function worksIn(pid: number, cluster: string): Promise<boolean> {
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  // The system hides the working directory of another account's process.
  if (folder === undefined) return true;
  const [theirs, ours] = await Promise.all([stat(folder).catch(() => undefined), stat(cluster).catch(() => undefined)]);
  return theirs !== undefined && theirs.ino === ours?.ino && theirs.dev === ours.dev;
}

/**
 * Creates the cluster if there is none. Builds it in a temporary folder and renames it into place, so that a kill
 * half-way leaves no partial cluster.
 */
export async function ensureCluster(files: ServerFiles, password: string, durable: boolean): Promise<void> {
  if (await stat(join(files.cluster, 'PG_VERSION')).catch(() => undefined)) return;
  const [aside, passwordFile] = [`${files.cluster}.new`, `${files.cluster}.password`];
  const account = plainAccount();
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) await Promise.all([aside, passwordFile].map((path) => chown(path, account.uid, account.gid)));
  const ctype = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  const args = [
    `--pgdata=${aside}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    // The built-in collation sorts identically on every machine; the character types serve trigrams of every script.
    '--encoding=UTF8',
    '--locale=C',
    `--lc-ctype=${ctype}`,
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
  try {
    await run(asPlainAccount(findPostgresBinaries().initdb, args, account, [aside]));
    await rename(aside, files.cluster);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

function run({ command, args, ...identity }: PlainCommand): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...identity,
      cwd: '/',
      env: plainEnvironment(),
      timeout: INITDB_TIMEOUT_MS,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-LOG_TAIL_CHARS)));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`PostgreSQL could not create its files (exit ${code}): ${output.trim()}`));
    });
  });
}

/** Returns a minimal environment: variables of the calling user such as PGPORT or PGDATA must not reach the server. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_MESSAGES: 'C' };
}

/**
 * Starts the server and waits until it accepts connections.
 * @throws Error with the end of the server's log if it does not start.
 */
export async function startServer(
  files: ServerFiles,
  tuning: ServerTuning,
  { port: wantedPort, settings = [], readyTimeoutMs = READY_TIMEOUT_MS }: ServerStart = {},
): Promise<RunningServer> {
  const port = wantedPort ?? (await freePort());
  const args = [
    '-D',
    files.cluster,
    '-p',
    String(port),
    ...[...serverSettings(tuning), ...settings].flatMap((setting) => ['-c', setting]),
  ];
  const {
    command,
    args: fullArgs,
    ...identity
  } = asPlainAccount(findPostgresBinaries().postgres, args, plainAccount(), [
    files.cluster,
    ...(tuning.archive === undefined ? [] : [walFolder(tuning.archive)]),
  ]);
  const log = openSync(files.log, 'w', 0o600);
  // A separate session: Ctrl-C reaches only this process, which stops the server after the services have finished.
  const child = spawn(command, fullArgs, {
    ...identity,
    cwd: '/',
    env: plainEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let exited = false;
  child.once('exit', () => (exited = true));
  child.once('error', () => (exited = true));
  child.unref();
  const deadlineMs = systemClock.monotonicMs() + readyTimeoutMs;
  while (!exited && systemClock.monotonicMs() < deadlineMs) {
    const server = await findRunningServer(files.cluster);
    if (server) return server;
    await systemClock.sleep(POLL_MS);
  }
  if (!exited) child.kill('SIGKILL');
  const output = (await readFile(files.log, 'utf8').catch(() => '')).slice(-LOG_TAIL_CHARS).trim();
  throw new Error(`PostgreSQL did not start: ${output || 'no reason given'}`);
}

function serverSettings({ durable, maxConnections, archive, requests }: ServerTuning): string[] {
  return [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `max_connections=${maxConnections}`,
    // The least for tests: each dropped table scans all buffers.
    ...memorySettings(durable ? memoryBytes(totalmem(), process.constrainedMemory()) : 0),
    'work_mem=8MB',
    'maintenance_work_mem=128MB',
    // The data fits in memory: pages cost the same in any order. Queries are too short to be worth compiling, or
    // splitting between the few cores that other requests need.
    'jit=off',
    'random_page_cost=1.1',
    'max_parallel_workers_per_gather=0',
    'io_method=sync',
    'max_wal_size=1GB',
    'max_wal_senders=0',
    'max_logical_replication_workers=0',
    ...(archive === undefined ? ['wal_level=minimal'] : archiveSettings(archive, requests)),
    'timezone=UTC',
    'log_timezone=UTC',
    'log_min_messages=warning',
    'log_checkpoints=off',
    ...(durable ? ['wal_compression=on'] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Stops the server, rolling back open transactions; escalates to harder signals, and returns once the server is gone.
 */
export async function stopServer(pid: number): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', FAST_STOP_TIMEOUT_MS],
    ['SIGQUIT', HARD_STOP_TIMEOUT_MS],
    ['SIGKILL', HARD_STOP_TIMEOUT_MS],
  ];
  const birth = birthOf(pid);
  for (const [signal, timeoutMs] of steps) {
    // Another process may have reused the pid by the time of the next signal.
    if (!isRunning(pid) || birthOf(pid) !== birth) return;
    process.kill(pid, signal);
    const deadlineMs = systemClock.monotonicMs() + timeoutMs;
    while (isRunning(pid) && systemClock.monotonicMs() < deadlineMs) await systemClock.sleep(POLL_MS);
  }
}
