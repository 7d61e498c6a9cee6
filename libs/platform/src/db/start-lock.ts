import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { systemClock } from '../clock.js';
import { holderOf, markOf } from './process-mark.js';

const POLL_MS = 50;
/** The lock is held for seconds; one this old was left by a killed process, even if its pid is in use again. */
const STALE_MS = 90_000;

/**
 * Runs `work` while no other process does so for the same file. Takes over a lock left by a killed process.
 * @throws Error if the lock is not free within `timeoutMs`.
 */
export async function withFileLock<T>(file: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  await acquire(file, systemClock.monotonicMs() + timeoutMs);
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function acquire(file: string, deadlineMs: number): Promise<void> {
  for (;;) {
    try {
      return await writeFile(file, markOf(process.pid), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (await isStale(file)) await rm(file, { force: true });
    else if (systemClock.monotonicMs() > deadlineMs)
      throw new Error(`Another process holds ${file}; it may be starting or stopping.`);
    else await systemClock.sleep(POLL_MS);
  }
}

async function isStale(file: string): Promise<boolean> {
  try {
    const [holder, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
    if (Date.now() - mtimeMs > STALE_MS) return true;
    // The file is empty for a moment, until the holder has written its mark.
    return holder !== '' && holderOf(holder) === undefined;
  } catch {
    return false;
  }
}
