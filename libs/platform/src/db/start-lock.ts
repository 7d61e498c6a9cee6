import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { systemClock } from '../clock.js';
import { holderOf, markOf } from './process-mark.js';

const POLL_MS = 50;
/** Holding the lock takes seconds; one this old was left by a process that was killed, whoever has its number now. */
const STALE_MS = 90_000;

/**
 * Runs `work` while no other process does so for the same file. A lock left by a killed process is taken over.
 * @throws Error when the lock is not free within `timeoutMs`.
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
      throw new Error(`Another process holds ${file}: is one starting or stopping?`);
    else await systemClock.sleep(POLL_MS);
  }
}

async function isStale(file: string): Promise<boolean> {
  try {
    const [holder, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
    if (Date.now() - mtimeMs > STALE_MS) return true;
    // Empty for a moment, until its holder has written who it is.
    return holder !== '' && holderOf(holder) === undefined;
  } catch {
    return false;
  }
}
