import { lineLengthMeters } from '@switchback/geo/parts';
import { decodePolyline, PolylineError } from '@switchback/geo/polyline';
import { FairSlots, type Ticket } from '@switchback/platform/fair-slots';
import { programNextTo, readInChild } from '@switchback/platform/process/read-in-child';
import type { FileSource } from '@switchback/platform/storage/storage';

/** Whose turn a program takes. */
export type Turn = Omit<Ticket<never>, 'lane'>;

/** A program that works on one line. */
export interface LineProgram {
  /** Relative to this module, without its extension. */
  path: string;
  slots: FairSlots<'people' | 'background'>;
  /** Heap size in megabytes. */
  heap: number;
  cpuSeconds: number;
}

/**
 * A program at a time: files wait for files alone, lines for lines. People take turns, see {@link FairSlots}, within the
 * deadlines of their callers; a line that waits is in memory, a file is not.
 */
const FILES = slotsOf(40);
const LINES = slotsOf(20);
/**
 * Lines of 200,000 points take heaps of 112 MB and 64 MB. At most two processes run, of 200 and 160 MB, which fit next
 * to the drives service in the 512 MB of its container. Reading such a file takes 6 s of CPU time, 10 s with heights and
 * times; measuring such a line takes 3 s. Slower processors may take twice as much. Limits on parts, elements and memory
 * refuse hostile files earlier.
 */
export const READ_TRACK: LineProgram = {
  path: '../directions/read-track-process',
  slots: FILES,
  heap: 128,
  cpuSeconds: 20,
};
export const MEASURE_ROUTE: LineProgram = {
  path: '../content/measure-route-process',
  slots: LINES,
  heap: 80,
  cpuSeconds: 6,
};
export const DERIVE_HEIGHTS: LineProgram = { ...MEASURE_ROUTE, path: '../elevation/derive-heights-process' };
export const DERIVE_SCENERY: LineProgram = { ...MEASURE_ROUTE, path: '../scenery/derive-scenery-process' };
/** Limits for a line in this process, which takes a few dozen milliseconds. */
const CHARACTERS_MAX = 24_000;
const METERS_MAX = 1_000_000;
const FROM_SOURCES = ['--import', new URL('../../../../tools/lib/sources.mjs', import.meta.url).href];
const isSource = import.meta.url.endsWith('.ts');
/** What programs need more to compile their sources, if they run from these. */
const COMPILATION = isSource ? { cpuSeconds: 3, heap: 64 } : { cpuSeconds: 0, heap: 0 };

/**
 * Runs a program on a possibly large or hostile line in a child process, to spare the event loop and memory of this
 * one.
 * @param open opens the program's input once it is its turn.
 * @param turn background work by default.
 * @throws ProductError `tooManyRequests` if too much work waits; the error of `open` or of its file; the signal's
 * reason.
 */
export function runLineProgram<T>(
  { path, slots, heap, cpuSeconds }: LineProgram,
  open: () => Promise<FileSource>,
  { args = [], broken, turn }: { args?: readonly string[]; broken: T; turn?: Turn | undefined },
): Promise<T> {
  const heapSize = heap + COMPILATION.heap;
  const execArgv = [`--max-old-space-size=${heapSize}`, '--max-semi-space-size=2', ...(isSource ? FROM_SOURCES : [])];
  const limits = {
    cpuSeconds: cpuSeconds + COMPILATION.cpuSeconds,
    isBackground: turn === undefined,
    signal: turn?.signal,
  };
  const program = programNextTo(import.meta.url, path);
  const run = async () => readInChild<T>(await open(), { program, args, execArgv, ...limits, broken });
  return slots.run(run, turn ? { ...turn, lane: 'people' } : { lane: 'background', person: '' });
}

function slotsOf(all: number): LineProgram['slots'] {
  return new FairSlots({ count: 1, lanes: { people: { all, each: 4 }, background: { all, each: all } } });
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
