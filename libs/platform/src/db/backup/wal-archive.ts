import { chown, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { plainAccount } from '../postgres-binaries.js';

/** Leading digits of a segment's name that hold its timeline; the rest is its position in the log. */
const TIMELINE_DIGITS = 8;
const SEGMENT = /^[0-9A-F]{24}/;

/** The subfolder of a backup folder that receives the server's log. */
export function walFolder(backups: string): string {
  return join(backups, 'wal');
}

/** Creates the archive folder, writable for the server, which may run under another account. */
export async function makeArchive(backups: string): Promise<void> {
  const account = plainAccount();
  // Other accounts may traverse the folder but not list it.
  await mkdir(backups, { recursive: true, mode: 0o711 });
  await mkdir(walFolder(backups), { recursive: true, mode: 0o700 });
  if (account) await chown(walFolder(backups), account.uid, account.gid);
}

/**
 * Server settings that archive every completed segment of the log, compressed, within a minute of the first write to
 * it.
 * @param requests folder of requests to the `FileArchive`, whose answer the server awaits before it archives a segment;
 * without one, as during a recovery, it archives only the log.
 */
export function archiveSettings(backups: string, requests?: string): string[] {
  const kept = `${shellPath(walFolder(backups))}/%f.gz`;
  const archive = `gzip -c %p > ${kept}.part && mv ${kept}.part ${kept}`;
  const command = `test -s ${kept} || { ${requests === undefined ? archive : afterAnswer(requests, archive)}; }`;
  return ['wal_level=replica', 'archive_mode=on', 'archive_timeout=60', `archive_command=${command}`];
}

/**
 * Fails after two seconds without an answer; the server then runs the command again. An answer to an earlier attempt
 * counts: the segment was complete then.
 */
function afterAnswer(requests: string, archive: string): string {
  const segment = `${shellPath(requests)}/%f`;
  const ask = `test -e ${segment}.answer || : > ${segment}.request || exit 1`;
  const wait = `until test -e ${segment}.answer; do n=$((n+1)); test $n -le 20 || exit 1; sleep 0.1 || sleep 1; done`;
  return `${ask}; n=0; ${wait}; ${archive} && rm -f ${segment}.answer`;
}

/**
 * Returns the command with which a recovering server fetches a segment.
 * @param lost cluster whose last segments may not have been archived yet.
 */
export function restoreCommand(backups: string, lost: string): string {
  const kept = `${shellPath(walFolder(backups))}/%f.gz`;
  return `gzip -dc ${kept} > %p 2>/dev/null || cp ${shellPath(join(lost, 'pg_wal'))}/%f %p`;
}

/** Deletes the segments that precede this one in the log. */
export async function pruneArchive(backups: string, firstSegment: string): Promise<void> {
  const place = firstSegment.slice(TIMELINE_DIGITS);
  const folder = walFolder(backups);
  for (const file of await readdir(folder)) {
    const [segment] = SEGMENT.exec(file) ?? [];
    if (segment && segment.slice(TIMELINE_DIGITS) < place) await rm(join(folder, file), { force: true });
  }
}

/** Deletes the files that were added to the log since a listing of its folder. */
export async function trimArchive(backups: string, listed: readonly string[]): Promise<void> {
  const folder = walFolder(backups);
  const added = (await readdir(folder)).filter((file) => !listed.includes(file));
  for (const file of added) await rm(join(folder, file), { force: true });
}

/** Quotes a path for a server command, in which a percent sign introduces a placeholder. */
function shellPath(path: string): string {
  return `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;
}
