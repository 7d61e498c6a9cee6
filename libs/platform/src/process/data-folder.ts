import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isNativeError } from 'node:util/types';
import { causesOf } from '../cause.js';
import { releasedMark } from '../db/disk-reserve.js';
import { holderOf, markOf } from '../db/process-mark.js';
import { isTransient } from '../transient.js';
import { isDiskFull } from '../disk-full.js';

/** Another product is running on this folder; stopping one would take the database from the other. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
  constructor(folder: string, pid: number) {
    super(
      `The product already runs on ${folder} (process ${pid}). Stop it first, or set a separate folder ` +
        `with DATA_DIR.`,
    );
  }
}

/** The folder cannot store the product's data. */
export class DataFolderUnusable extends Error {
  override readonly name = 'DataFolderUnusable';
  constructor(folder: string, reason: string, cause: unknown) {
    super(`The data folder ${folder} cannot be used: ${reason}. Choose another with DATA_DIR.`, { cause });
  }
}

/** The disk of an external database is full. */
export class DatabaseFull extends Error {
  override readonly name = 'DatabaseFull';
  constructor(cause: unknown) {
    super('The disk of the database is full. Free space on it, and try again.', { cause });
  }
}

/** File system error codes, explained to the person who chose the folder. */
const REASONS: Record<string, string> = {
  EACCES: 'this account cannot write to it',
  EPERM: 'this account cannot write to it',
  EROFS: 'its file system is read-only',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
};
const FULL = 'its disk is full';
/** Messages of PostgreSQL's programs for a full disk, which come without a code. */
const FULL_WORDS = /No space left on device|could not extend file|Disk quota exceeded/;
const NOT_STARTED = /PostgreSQL did not start/;
/** One segment of the log: with less room, the embedded database stops and does not start again. */
const ROOM_BYTES = 16 * 1024 * 1024;

/**
 * Converts an error of the file system or the embedded database to one that explains the problem with the folder;
 * returns any other error unchanged.
 */
export function explainStorage(folder: string, error: unknown): unknown {
  if (!isNativeError(error)) return error;
  const { code = '', path, syscall } = error as NodeJS.ErrnoException;
  if (reportsFullDisk(error) || (isOfStoppedServer(error) && isFull(folder)))
    return new DataFolderUnusable(folder, FULL, error);
  const isThere = path !== undefined && (path.startsWith(folder) || folder.startsWith(path));
  // For a folder that cannot be created on a read-only disk, Node reports ENOENT.
  const reason = isThere
    ? code === 'ENOENT' && syscall === 'mkdir'
      ? 'it cannot be created'
      : REASONS[code]
    : undefined;
  return reason ? new DataFolderUnusable(folder, reason, error) : error;
}

/** Same as {@link explainStorage}, for a process with an external database: only files are in the folder. */
export function explainFullDisk(folder: string, error: unknown): unknown {
  if (!reportsFullDisk(error)) return error;
  const isOfFiles = causesOf(error).some(({ syscall, code }) => syscall !== undefined && isDiskFull({ code }));
  return isOfFiles ? new DataFolderUnusable(folder, FULL, error) : new DatabaseFull(error);
}

function reportsFullDisk(error: unknown): boolean {
  return isDiskFull(error) || messagesOf(error).some((message) => FULL_WORDS.test(message));
}

/** A server that could not write its log has closed all connections; its own message is in its log. */
function isOfStoppedServer(error: unknown): boolean {
  return isTransient(error) || messagesOf(error).some((message) => NOT_STARTED.test(message));
}

function messagesOf(error: unknown): string[] {
  return causesOf(error).flatMap(({ message }) => (typeof message === 'string' ? [message] : []));
}

/** Also while the database refuses writes, as its reserve is in use. */
function isFull(folder: string): boolean {
  if (existsSync(releasedMark(join(folder, 'postgres')))) return true;
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < ROOM_BYTES;
  } catch {
    return false;
  }
}

/**
 * Marks the folder as in use by this process; returns a function that releases it. Takes over the mark of a dead
 * process.
 *
 * @throws DataFolderInUse while the holder is alive, or the file system's error if the folder is not writable.
 */
export function holdDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const file = join(folder, 'product.pid');
  if (!tryMark(file)) {
    const pid = holderOf(readFileSync(file, 'utf8'));
    if (pid !== undefined && pid !== process.pid) throw new DataFolderInUse(folder, pid);
    rmSync(file, { force: true });
    if (!tryMark(file)) throw new DataFolderInUse(folder, Number.parseInt(readFileSync(file, 'utf8'), 10));
  }
  return () => rmSync(file, { force: true });
}

function tryMark(file: string): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600);
    writeSync(handle, markOf(process.pid));
    closeSync(handle);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
