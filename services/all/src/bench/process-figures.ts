import { existsSync, readFileSync } from 'node:fs';

/** What Linux counts processor time in, whatever the kernel's own tick. */
const TICKS_PER_SECOND = 100;
const BYTES_PER_KB = 1_024;

/** Whether this system tells the processor time and the memory of other processes. */
export function knowsProcesses(): boolean {
  return existsSync('/proc/self/stat');
}

/** Processor time that processes used so far. */
export function cpuMsOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuMs(pid), 0);
}

/** Processor time a process used so far, user and system, in milliseconds; with its ended children. */
function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return (ticks * 1_000) / TICKS_PER_SECOND;
}

/** The same of a PostgreSQL with all its connections. */
export function postgresCpuMs(postmasterPid: number): number {
  const children = readFileSync(`/proc/${postmasterPid}/task/${postmasterPid}/children`, 'utf8').trim();
  const pids = children === '' ? [] : children.split(' ').map(Number);
  const ofChildren = pids.reduce((sum, pid) => sum + cpuMsUnlessGone(pid), 0);
  // Last: by now it has taken over what a connection used that ended meanwhile.
  return ofChildren + cpuMs(postmasterPid);
}

function cpuMsUnlessGone(pid: number): number {
  try {
    return cpuMs(pid);
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0;
    throw error;
  }
}

export interface Memory {
  /** Its own memory, and its part of what it shares with others. */
  pssBytes: number;
  rssBytes: number;
}

export function memoryOf(pid: number): Memory {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const bytes = (name: string) => Number(new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(rollup)?.[1]) * BYTES_PER_KB;
  return { pssBytes: bytes('Pss'), rssBytes: bytes('Rss') };
}
