import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const PS_TIMEOUT_MS = 2_000;

/** Whether a process of this number exists, ours to signal or not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * When the process started, in words that only compare: tells it from a later one to which the system gave the same
 * number. Empty where there is none, or where the system does not say.
 */
export function birthOf(pid: number): string {
  return process.platform === 'linux' ? birthByProc(pid) : birthByPs(pid);
}

function birthByProc(pid: number): string {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may hold spaces; the start, in ticks, is field 22.
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** As `Mon Nov 23 04:16:36 2026`, in UTC. */
export function birthByPs(pid: number): string {
  try {
    const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
    const line = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      ...{ env, timeout: PS_TIMEOUT_MS, encoding: 'utf8' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return line.trim().split(/\s+/).join(' ');
  } catch {
    return '';
  }
}

/** What a process writes into a file by which others know it: its number, and when it started. */
export function markOf(pid: number): string {
  return `${pid} ${birthOf(pid)}`.trim();
}

/**
 * The number of the process that left this mark, if it may still run; undefined once it is gone, whoever has its number
 * now. A mark without a start, as releases before this one left it, goes by the number alone.
 */
export function holderOf(mark: string): number | undefined {
  const { pid, birth } = partsOf(mark);
  if (!(pid > 0) || !isRunning(pid)) return undefined;
  const now = birth === '' ? '' : birthOf(pid);
  return now === '' || now === birth ? pid : undefined;
}

function partsOf(mark: string): { pid: number; birth: string } {
  const [number = '', ...birth] = mark.trim().split(' ');
  return { pid: /^\d+$/.test(number) ? Number(number) : 0, birth: birth.join(' ') };
}
