import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isNativeError } from 'node:util/types';
import { holderOf, markOf } from '../db/process-mark.js';
import { DISK_FULL_CODES } from '../disk-full.js';

/** Another product runs on this folder; stopping one would take the database from the other. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
  constructor(folder: string, pid: number) {
    super(
      `The product already runs on ${folder} (process ${pid}). Stop it first, or give this one a folder of its own ` +
        `with DATA_DIR.`,
    );
  }
}

/** The folder cannot take what the product has to keep. */
export class DataFolderUnusable extends Error {
  override readonly name = 'DataFolderUnusable';
  constructor(folder: string, reason: string, cause: unknown) {
    super(`The data folder ${folder} cannot be used: ${reason}. Choose another with DATA_DIR.`, { cause });
  }
}

/** What the file system's codes mean for the person who chose the folder. */
const REASONS: Record<string, string> = {
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'its file system is read-only',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
};
const FULL = 'its disk is full';
/** How PostgreSQL's programs say it where they give no code. */
const FULL_WORDS = /No space left on device|could not extend file|Disk quota exceeded/;

/** An error of the file system or the embedded database as what is wrong with the folder; any other as it is. */
export function explainStorage(folder: string, error: unknown): unknown {
  if (!isNativeError(error)) return error;
  const { code = '', path, syscall } = error as NodeJS.ErrnoException;
  if (DISK_FULL_CODES.includes(code) || FULL_WORDS.test(error.message))
    return new DataFolderUnusable(folder, FULL, error);
  const isThere = path !== undefined && (path.startsWith(folder) || folder.startsWith(path));
  // A folder that cannot be made on a read-only disk, Node calls missing.
  const reason = isThere ? (code === 'ENOENT' && syscall === 'mkdir' ? 'it cannot be made' : REASONS[code]) : undefined;
  return reason ? new DataFolderUnusable(folder, reason, error) : error;
}

/**
 * Marks the folder as in use by this process; the answer gives it back. The mark of a process that died is taken over.
 *
 * @throws DataFolderInUse while its holder lives, the file system's error where nothing can be written.
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
