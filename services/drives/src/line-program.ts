import { fileURLToPath } from 'node:url';
import { lineLengthMeters } from '@switchback/geo/parts';
import { decodePolyline, PolylineError } from '@switchback/geo/polyline';
import { programNextTo, readInChild } from '@switchback/platform/process/read-in-child';
import { Slots } from '@switchback/platform/slots';
import type { FileSource } from '@switchback/platform/storage/storage';

const PROGRAMS = {
  'read-track': './directions/read-track-process',
  'measure-route': './authoring/measure-route-process',
  'derive-heights': './elevation/derive-heights-process',
} as const;
/** Limits for a line in this process, which takes a few dozen milliseconds. */
const CHARACTERS_MAX = 24_000;
const METERS_MAX = 1_000_000;
/** The process stays below 300 MB, which fits next to the drives service in the 512 MB of its container. */
const HEAP = ['--max-old-space-size=128', '--max-semi-space-size=2'];
const FROM_SOURCES = ['--import', '@swc-node/register/esm-register'];
const isSource = import.meta.url.endsWith('.ts');
const execArgv = isSource ? [...HEAP, ...FROM_SOURCES] : HEAP;
const env: Record<string, string> = isSource
  ? { SWC_NODE_PROJECT: fileURLToPath(new URL('../../../tsconfig.base.json', import.meta.url)) }
  : {};
/** A track of 200,000 points takes four seconds. Limits on parts, elements and memory refuse hostile files earlier. */
const cpuSeconds = 15;
const AT_ONCE = 1;
const WAITING_MAX = 4;
/** Shared by all programs, which bounds their total memory. */
const slots = new Slots(AT_ONCE, WAITING_MAX);

/**
 * Runs a program on a possibly large or hostile line in a child process, to spare the event loop and memory of this
 * one.
 * @param open opens the program's input once it is its turn.
 * @throws ProductError `unavailable` if too many callers wait; the error of `open` or of its file; the signal's reason.
 */
export function runLineProgram<T>(
  program: keyof typeof PROGRAMS,
  open: () => Promise<FileSource>,
  { args, broken, signal }: { args?: readonly string[]; broken: T; signal?: AbortSignal | undefined },
): Promise<T> {
  const path = programNextTo(import.meta.url, PROGRAMS[program]);
  const run = async () => {
    const limits = { cpuSeconds, signal, broken };
    return readInChild<T>(await open(), { program: path, ...(args && { args }), execArgv, env, ...limits });
  };
  return slots.run(run, signal);
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
