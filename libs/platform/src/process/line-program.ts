import { lineLengthMeters } from '@switchback/geo/parts';
import { decodePolyline, PolylineError } from '@switchback/geo/polyline';
import { FairSlots, type Ticket } from '../fair-slots.js';
import { programNextTo, readInChild } from './read-in-child.js';
import type { FileSource } from '../storage/storage.js';

/** Whose turn a program takes. */
export type Turn = Omit<Ticket<never>, 'lane'>;

/** A program that works on one line. */
export interface LineProgram {
  /** Path without its extension, relative to `from`. */
  path: string;
  /** URL of the module that describes the program. */
  from: string;
  slots: FairSlots<'people' | 'background'>;
  /** Heap size in megabytes. */
  heap: number;
  cpuSeconds: number;
}

/** Limits for a line in this process, which takes a few dozen milliseconds. */
const CHARACTERS_MAX = 24_000;
const METERS_MAX = 1_000_000;
/** Node's options for a program that runs from its sources. */
export const FROM_SOURCES = ['--import', new URL('../../../../tools/lib/sources.mjs', import.meta.url).href];
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
  { path, from, slots, heap, cpuSeconds }: LineProgram,
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
  const program = programNextTo(from, path);
  const run = async () => readInChild<T>(await open(), { program, args, execArgv, ...limits, broken });
  return slots.run(run, turn ? { ...turn, lane: 'people' } : { lane: 'background', person: '' });
}

/**
 * Makes the queue of programs of which one runs at a time. People take turns, see {@link FairSlots}, within the deadlines
 * of their callers.
 * @param all programs that may wait: a line that waits is in memory, a file is not.
 */
export function programSlots(all: number): LineProgram['slots'] {
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
