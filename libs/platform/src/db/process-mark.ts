import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const PS_TIMEOUT_MS = 2_000;

/** Whether a process with this pid exists, even one that this process may not signal. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Returns the start time of a process, in a format only meant for comparison: it distinguishes the process from a later
 * one with the same pid. Empty if there is no such process or the system does not report it.
 */
export function birthOf(pid: number): string {
  return process.platform === 'linux' ? birthByProc(pid) : birthByPs(pid);
}

function birthByProc(pid: number): string {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may contain spaces; the start, in ticks, is field 22.
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** Returns the start time in the form `Mon Nov 23 04:16:36 2026`, in UTC. */
export function birthByPs(pid: number): string {
  try {
    const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
    const line = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      env,
      timeout: PS_TIMEOUT_MS,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return line.trim().split(/\s+/).join(' ');
  } catch {
    return '';
  }
}

/** Returns the mark that identifies a process in a file: its pid and its start time. */
export function markOf(pid: number): string {
  return `${pid} ${birthOf(pid)}`.trim();
}

/**
 * Returns the pid of the process that left this mark, if it may still be running; undefined once it is gone, even if
 * its pid has been reused. A mark without a start time, left by an earlier release, is matched by pid alone.
 */
export function holderOf(mark: string): number | undefined {
  const { pid, birth } = fieldsOf(mark);
  if (!(pid > 0) || !isRunning(pid)) return undefined;
  const now = birth === '' ? '' : birthOf(pid);
  return now === '' || now === birth ? pid : undefined;
}

function fieldsOf(mark: string): { pid: number; birth: string } {
  const [number = '', ...birth] = mark.trim().split(' ');
  return { pid: /^\d+$/.test(number) ? Number(number) : 0, birth: birth.join(' ') };
}
