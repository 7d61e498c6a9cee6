import { existsSync, readFileSync } from 'node:fs';

/** Unit in which Linux reports CPU time, whatever the kernel's tick rate. */
const TICKS_PER_SECOND = 100;
const BYTES_PER_KB = 1_024;

/** Whether this system exposes the CPU time and memory of other processes. */
export function knowsProcesses(): boolean {
  return existsSync('/proc/self/stat');
}

/** Returns the total CPU time that the processes have used so far. */
export function cpuMsOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuMs(pid), 0);
}

/** Returns the CPU time that a process and its ended children have used so far, user and system, in milliseconds. */
function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return (ticks * 1_000) / TICKS_PER_SECOND;
}

/** Returns the CPU time of a PostgreSQL server, including all its connections. */
export function postgresCpuMs(postmasterPid: number): number {
  const children = readFileSync(`/proc/${postmasterPid}/task/${postmasterPid}/children`, 'utf8').trim();
  const pids = children === '' ? [] : children.split(' ').map(Number);
  const ofChildren = pids.reduce((sum, pid) => sum + cpuMsUnlessGone(pid), 0);
  // Last: by now it includes the time of any connection that ended meanwhile.
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
  /** Private memory plus a proportional share of shared memory. */
  pssBytes: number;
  rssBytes: number;
}

export function memoryOf(pid: number): Memory {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const bytes = (name: string) => Number(new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(rollup)?.[1]) * BYTES_PER_KB;
  return { pssBytes: bytes('Pss'), rssBytes: bytes('Rss') };
}
