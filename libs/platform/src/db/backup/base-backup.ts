import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { openConnection } from '../connection.js';
import { pruneFiles } from './archived-files.js';
import { BackupError } from './backup-error.js';
import { copyFolder } from './copy-folder.js';
import { pruneArchive } from './wal-archive.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** A backup is not complete until the last segment of the log is archived. */
const STOP_TIMEOUT_MS = 120_000;
const LABEL = 'switchback';
const NAME = /^base-[0-9TZ-]+$/;
const MANIFEST = 'manifest.json';

/**
 * Excluded from the copy of a running cluster, as `pg_basebackup` does:
 * https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP-DATA
 */
const TRANSIENT_FILES = new Set(['postmaster.pid', 'postmaster.opts']);
const EMPTY_FOLDERS = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)[/\\]/;
/** Entries of a data folder that only matter to a running product, and the database, which is copied separately. */
const NOT_FILES = /^(postgres$|.*\.pid$|.*\.lock$)/;

const manifest = z.object({
  startedAt: z.coerce.date(),
  finishedAt: z.coerce.date(),
  firstSegment: z.string(),
  bytes: z.number(),
});

/** A copy of everything in a data folder, from which the log can be replayed to any later moment. */
export interface BaseBackup extends z.infer<typeof manifest> {
  folder: string;
}

export interface BackupOptions {
  /** URL of the embedded database as its superuser. */
  url: string;
  dataDir: string;
  /** The backup folder; holds base backups and the log. */
  backups: string;
  /** Number of base backups to keep, including this one. The log since the oldest of them is kept as well. */
  keep: number;
  now: () => Date;
}

/**
 * Copies the data folder while the product runs.
 * @throws BackupError if the server does not archive its log: the copy would be useless.
 */
export async function takeBaseBackup({ url, dataDir, backups, keep, now }: BackupOptions): Promise<BaseBackup> {
  const startedAt = now();
  const folder = join(backups, `base-${startedAt.toISOString().replaceAll(/[:.]/g, '-')}`);
  const aside = `${folder}.part`;
  const client = await openConnection({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  try {
    await requireArchive(client);
    await mkdir(aside, { recursive: true, mode: 0o700 });
    const firstSegment = await startBackup(client);
    let bytes = await copyFolder(join(dataDir, 'postgres', 'data'), join(aside, 'data'), {
      isLeftOut: (path) => TRANSIENT_FILES.has(path) || EMPTY_FOLDERS.test(path),
    });
    bytes += await copyFolder(dataDir, join(aside, 'files'), { isLeftOut: (path) => NOT_FILES.test(path) });
    await writeFile(join(aside, 'data', 'backup_label'), await stopBackup(client), { mode: 0o600 });
    await writeFile(join(aside, 'key'), await readFile(join(dataDir, 'postgres', 'key')), { mode: 0o600 });
    const backup = { startedAt, finishedAt: now(), firstSegment, bytes };
    await writeFile(join(aside, MANIFEST), JSON.stringify(backup));
    await rename(aside, folder);
    await prune(backups, keep);
    return { ...backup, folder };
  } finally {
    await client.end();
    await rm(aside, { recursive: true, force: true });
  }
}

async function requireArchive(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ archive_mode: string }>('show archive_mode');
  if (rows[0]?.archive_mode !== 'on')
    throw new BackupError(
      'The database does not archive its write-ahead log: restart the product with BACKUP_DIR set.',
    );
}

async function startBackup(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ segment: string }>(
    'select pg_walfile_name(pg_backup_start($1, true)) as segment',
    [LABEL],
  );
  return rows[0]?.segment ?? '';
}

/**
 * Waits until the log up to this point is archived. Returns the backup label, from which recovery reads its starting
 * point.
 */
async function stopBackup(client: pg.Client): Promise<string> {
  await client.query(`set statement_timeout = ${STOP_TIMEOUT_MS}`);
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(true)');
  return rows[0]?.labelfile ?? '';
}

/** Returns the complete base backups in a folder, oldest first. */
export async function listBaseBackups(backups: string): Promise<BaseBackup[]> {
  const names = (await readdir(backups).catch(() => [])).filter((name) => NAME.test(name));
  const found: BaseBackup[] = [];
  for (const name of names.sort()) {
    const folder = join(backups, name);
    const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined);
    if (text !== undefined) found.push({ ...manifest.parse(JSON.parse(text)), folder });
  }
  return found;
}

async function prune(backups: string, keep: number): Promise<void> {
  const all = await listBaseBackups(backups);
  const retained = all.slice(-keep);
  for (const { folder } of all.slice(0, -keep)) await rm(folder, { recursive: true, force: true });
  if (!retained[0]) return;
  await pruneArchive(backups, retained[0].firstSegment);
  await pruneFiles(backups, retained[0].startedAt);
}
