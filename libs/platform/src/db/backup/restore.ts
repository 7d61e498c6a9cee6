import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openConnection } from '../connection.js';
import { plainAccount } from '../postgres-binaries.js';
import {
  findRunningServer,
  MAX_CONNECTIONS,
  type RunningServer,
  startServer,
  stopServer,
  SUPERUSER,
} from '../postgres-server.js';
import { filesFolder, ignoreMissing } from './archived-files.js';
import { BackupError } from './backup-error.js';
import { type BaseBackup, listBaseBackups } from './base-backup.js';
import { copyFolder } from './copy-folder.js';
import { makeArchive, restoreCommand, trimArchive, walFolder } from './wal-archive.js';

/** Replaying a day's log takes minutes. */
const RECOVERY_TIMEOUT_MS = 30 * 60_000;

export interface RestoreOptions {
  dataDir: string;
  backups: string;
  /** The moment to restore; defaults to the newest available state. */
  to?: Date | undefined;
  /** False trades crash safety for speed; tests only. */
  durable?: boolean;
}

export interface Restored {
  base: BaseBackup;
  /** Time of the last restored change; undefined if the log added none. */
  lastChange: Date | undefined;
  /** New location of the database that was there before. */
  before: string | undefined;
}

/**
 * Restores the database and the files of a data folder to a moment. Moves the previous database aside, after the log
 * has been replayed successfully. If a step fails, the previous database, its key and its log are as they were.
 * @throws BackupError if the product is running on the folder, no backup is old enough, or the log ends before the
 * moment.
 */
export async function restore({ dataDir, backups, to, durable = true }: RestoreOptions): Promise<Restored> {
  const root = join(dataDir, 'postgres');
  const cluster = join(root, 'data');
  if (await findRunningServer(cluster)) throw new BackupError(`The product runs on ${dataDir}: stop it first.`);
  const base = await chooseBase(backups, to);
  const fresh = join(root, 'data.restored');
  await mkdir(root, { recursive: true, mode: 0o755 });
  await makeArchive(backups);
  await rm(fresh, { recursive: true, force: true });
  await copyFolder(join(base.folder, 'data'), fresh, { account: plainAccount() });
  await writeFile(join(fresh, 'recovery.signal'), '');
  const log = await readdir(walFolder(backups));
  try {
    const lastChange = await recover(
      { cluster: fresh, log: join(root, 'restore.log'), lost: cluster, backups, to, durable },
      base,
    );
    // The previous database can use these files, too: names identify versions, and each file is replaced as a whole.
    await copyFolder(join(base.folder, 'files'), dataDir);
    if (await stat(filesFolder(backups)).catch(ignoreMissing))
      await copyFolder(filesFolder(backups), join(dataDir, 'files'), { isLeftOut: (path) => path.startsWith('.') });
    return { base, lastChange, before: await replaceCluster(root, { fresh, cluster, key: join(base.folder, 'key') }) };
  } catch (error) {
    // A later restore would follow the timeline of the recovered database.
    await trimArchive(backups, log);
    throw error;
  }
}

interface Replacement {
  fresh: string;
  cluster: string;
  /** Key of the fresh cluster. */
  key: string;
}

/** Returns the new location of the cluster that was there before; undefined if there was none. */
async function replaceCluster(root: string, { fresh, cluster, key }: Replacement): Promise<string | undefined> {
  const freshKey = join(root, 'key.restored');
  await copyFile(key, freshKey);
  const before = (await stat(cluster).catch(() => undefined)) ? `${cluster}.before-${Date.now()}` : undefined;
  await moveAll([
    ...(before ? [{ from: cluster, to: before }] : []),
    { from: fresh, to: cluster },
    { from: freshKey, to: join(root, 'key') },
  ]);
  return before;
}

interface Move {
  from: string;
  to: string;
}

/** Moves files and folders in order; if one cannot be moved, moves the earlier ones back. */
async function moveAll(moves: readonly Move[]): Promise<void> {
  const done: Move[] = [];
  try {
    for (const move of moves) {
      await rename(move.from, move.to);
      done.push(move);
    }
  } catch (error) {
    for (const { from, to } of done.reverse()) await rename(to, from);
    throw error;
  }
}

async function chooseBase(backups: string, to: Date | undefined): Promise<BaseBackup> {
  const all = await listBaseBackups(backups);
  const base = all.filter(({ finishedAt }) => !to || finishedAt <= to).at(-1);
  if (base) return base;
  const [oldest] = all;
  throw new BackupError(
    oldest
      ? `The oldest backup was finished at ${oldest.finishedAt.toISOString()}, after the requested moment.`
      : `There is no backup in ${backups}.`,
  );
}

interface Recovery {
  cluster: string;
  log: string;
  lost: string;
  backups: string;
  to: Date | undefined;
  durable: boolean;
}

/** Starts the server to replay its log up to the moment, then stops it. */
async function recover(
  { cluster, log, lost, backups, to, durable }: Recovery,
  base: BaseBackup,
): Promise<Date | undefined> {
  const settings = [
    `restore_command=${restoreCommand(backups, lost)}`,
    // Accepts no connections until recovery ends: the server counts as ready once it accepts writes.
    'recovery_target_action=promote',
    'hot_standby=off',
    ...(to ? [`recovery_target_time=${serverTime(to)}`, 'recovery_target_inclusive=on'] : []),
  ];
  const tuning = { durable, maxConnections: MAX_CONNECTIONS, archive: backups };
  const start = { settings, readyTimeoutMs: RECOVERY_TIMEOUT_MS };
  const server = await startServer({ cluster, log }, tuning, start).catch((error: Error) => {
    if (to && /recovery ended before configured recovery target was reached/.test(error.message))
      throw new BackupError(`The log ends before ${to.toISOString()}: omit the moment to restore the latest state.`);
    throw error;
  });
  try {
    return await lastReplayed(server, base);
  } finally {
    await stopServer(server.pid);
  }
}

/** Formats a moment without `Z`: the server parses this setting before it loads the names of time zones. */
function serverTime(moment: Date): string {
  return moment.toISOString().replace('T', ' ').replace('Z', '+00');
}

async function lastReplayed({ port }: RunningServer, base: BaseBackup): Promise<Date | undefined> {
  const key = await readFile(join(base.folder, 'key'), 'utf8');
  const client = await openConnection({
    connectionString: `postgres://${SUPERUSER}:${key}@127.0.0.1:${port}/postgres`,
  });
  try {
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at');
    return rows[0]?.at ?? undefined;
  } finally {
    await client.end();
  }
}
