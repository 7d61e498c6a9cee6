import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { lineLengthMeters } from '@switchback/geo/parts';
import { decodePolyline, PolylineError } from '@switchback/geo/polyline';
import { FairSlots, type Turn } from '@switchback/platform/fair-slots';
import { programNextTo, readInChild } from '@switchback/platform/process/read-in-child';
import type { FileSource } from '@switchback/platform/storage/storage';

/**
 * A program at a time: files wait for files alone, lines for lines. People take turns, see
 * {@link FairSlots}, within its caller's deadline; a line that waits is in memory, a file is not.
 */
const FILES = new FairSlots({ count: 1, waitingMax: 40, waitingEachMax: 4 });
const LINES = new FairSlots({ count: 1, waitingMax: 20, waitingEachMax: 4 });
/**
 * Heap sizes in megabytes; 200,000 points take 112 and 64. At most two processes run, of 200 and 160 MB, which fit next to
 * the drives service in the 512 MB of its container.
 */
const PROGRAMS = {
  'read-track': { path: './directions/read-track-process', slots: FILES, heap: 128 },
  'measure-route': { path: './authoring/measure-route-process', slots: LINES, heap: 80 },
  'derive-heights': { path: './elevation/derive-heights-process', slots: LINES, heap: 80 },
} as const;
/** Limits for a line in this process, which takes a few dozen milliseconds. */
const CHARACTERS_MAX = 24_000;
const METERS_MAX = 1_000_000;
const FROM_SOURCES = ['--import', '@swc-node/register/esm-register'];
const isSource = import.meta.url.endsWith('.ts');
const env: Record<string, string> = isSource
  ? { SWC_NODE_PROJECT: fileURLToPath(new URL('../../../tsconfig.base.json', import.meta.url)) }
  : {};
/** A track of 200,000 points takes four seconds. Limits on parts, elements and memory refuse hostile files earlier. */
const CPU_SECONDS = 6;
/** What programs need more to compile their sources, if they run from these. */
const COMPILATION = isSource ? { cpuSeconds: 3, heap: 64 } : { cpuSeconds: 0, heap: 0 };
const BACKGROUND: Turn = { person: null };

/**
 * Runs a program on a possibly large or hostile line in a child process, to spare the event loop and memory of this
 * one.
 * @param open opens the program's input once it is its turn.
 * @param turn background work by default.
 * @throws ProductError `tooManyRequests` if too much of the person's work waits; the error of `open` or of its file; the
 * signal's reason.
 */
export function runLineProgram<T>(
  program: keyof typeof PROGRAMS,
  open: () => Promise<FileSource>,
  { args = [], broken, turn = BACKGROUND }: { args?: readonly string[]; broken: T; turn?: Turn | undefined },
): Promise<T> {
  const { path, slots, heap } = PROGRAMS[program];
  const heapSize = heap + COMPILATION.heap;
  const execArgv = [`--max-old-space-size=${heapSize}`, '--max-semi-space-size=2', ...(isSource ? FROM_SOURCES : [])];
  const { person, signal } = turn;
  const run = async () => {
    const limits = { cpuSeconds: cpuSeconds(), isBackground: person === null, signal, broken };
    return readInChild<T>(await open(), {
      program: programNextTo(import.meta.url, path),
      args,
      execArgv,
      env,
      ...limits,
    });
  };
  return slots.run(run, turn);
}

/**
 * Returns the CPU time of a program. A second of it does less on a machine whose cores are shared by more processes:
 * what takes 4 s on a quiet one takes 8 s at a load of several processes per core.
 */
function cpuSeconds(): number {
  const isBusy = loadavg()[0]! > 2 * availableParallelism();
  return (isBusy ? 2 : 1) * CPU_SECONDS + COMPILATION.cpuSeconds;
}

/**
 * Returns whether a line, given as encoded polylines, is too large for this process. Checks its length too: a few points
 * far apart become many once resampled.
 */
export function isLarge(paths: readonly string[]): boolean {
  if (paths.reduce((sum, path) => sum + path.length, 0) > CHARACTERS_MAX) return true;
  try {
    return paths.reduce((sum, path) => sum + lineLengthMeters(decodePolyline(path)), 0) > METERS_MAX;
  } catch (error) {
    if (error instanceof PolylineError) return false;
    throw error;
  }
}
