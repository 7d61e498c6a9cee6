import { chown, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { plainAccount } from '../postgres-binaries.js';

/** Digits of a segment's name that tell its timeline; those after them tell where in the log it stands. */
const TIMELINE_DIGITS = 8;
const SEGMENT = /^[0-9A-F]{24}/;

/** Of a backup folder: the part the server copies its log to. */
export function walFolder(backups: string): string {
  return join(backups, 'wal');
}

/** Makes the folder where the server, which may run as another account, can write. */
export async function makeArchive(backups: string): Promise<void> {
  const account = plainAccount();
  // Others may pass, not look in.
  await mkdir(backups, { recursive: true, mode: 0o711 });
  await mkdir(walFolder(backups), { recursive: true, mode: 0o700 });
  if (account) await chown(walFolder(backups), account.uid, account.gid);
}

/**
 * The server's settings with which every finished segment of its log is kept, packed, at the latest a minute after the
 * first write in it.
 */
export function archiveSettings(backups: string): string[] {
  const kept = `${shellPath(walFolder(backups))}/%f.gz`;
  const command = `test -s ${kept} || { gzip -c %p > ${kept}.part && mv ${kept}.part ${kept}; }`;
  return ['wal_level=replica', 'archive_mode=on', 'archive_timeout=60', `archive_command=${command}`];
}

/**
 * How a server that recovers gets a segment back.
 * @param lost cluster whose last segments may not have been kept yet.
 */
export function restoreCommand(backups: string, lost: string): string {
  const kept = `${shellPath(walFolder(backups))}/%f.gz`;
  return `gzip -dc ${kept} > %p 2>/dev/null || cp ${shellPath(join(lost, 'pg_wal'))}/%f %p`;
}

/** Deletes the segments that stand before this one in the log. */
export async function pruneArchive(backups: string, firstSegment: string): Promise<void> {
  const place = firstSegment.slice(TIMELINE_DIGITS);
  const folder = walFolder(backups);
  for (const file of await readdir(folder)) {
    const [segment] = SEGMENT.exec(file) ?? [];
    if (segment && segment.slice(TIMELINE_DIGITS) < place) await rm(join(folder, file), { force: true });
  }
}

/** For a command of the server's, where a percent sign stands for something. */
function shellPath(path: string): string {
  return `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;
}
