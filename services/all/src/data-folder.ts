import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from '@switchback/platform/db/start-lock';

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

/**
 * Marks the folder as in use by this process; the answer gives it back. The mark of a process that died is taken over.
 *
 * @throws DataFolderInUse while its holder lives.
 */
export function holdDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const file = join(folder, 'product.pid');
  if (!tryMark(file)) {
    const pid = Number(readFileSync(file, 'utf8'));
    if (pid > 0 && pid !== process.pid && isRunning(pid)) throw new DataFolderInUse(folder, pid);
    rmSync(file, { force: true });
    if (!tryMark(file)) throw new DataFolderInUse(folder, pid);
  }
  return () => rmSync(file, { force: true });
}

function tryMark(file: string): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600);
    writeSync(handle, String(process.pid));
    closeSync(handle);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
