import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { systemClock } from '../clock.js';

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
      return await writeFile(file, `${process.pid} ${await processBirth(process.pid)}`, { flag: 'wx', mode: 0o600 });
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
    const [pid = '', birth] = holder.split(' ');
    if (Date.now() - mtimeMs > STALE_MS) return true;
    return pid !== '' && (!isRunning(Number(pid)) || birth !== (await processBirth(Number(pid))));
  } catch {
    return false;
  }
}

/** Whether a process of this number exists, ours to signal or not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When the process started, in the kernel's ticks: tells it from a later one of the same number. Empty where unknown. */
async function processBirth(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field is the program's name in parentheses and may hold spaces; the start time is field 22.
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
