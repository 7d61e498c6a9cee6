import { type ChildProcess, fork, type ForkOptions, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { FileSource } from '../storage/storage.js';

/**
 * Backstop for a program that neither computes nor exits. The budget is CPU time, so that a busy machine does not cause
 * valid files to be rejected.
 */
const WALL_CLOCK_MS = 60_000;
/** Resolves imports of workspace packages to their sources. */
const FROM_SOURCES = '--conditions=@switchback/source';

interface Options<T> {
  /** Absolute path. Reads the file from standard input, sends one message and exits. */
  program: string;
  args?: readonly string[];
  /** Node options: V8's heap limit, the loader of a program that runs from its sources and needs one. */
  execArgv?: readonly string[];
  /** Whole seconds of CPU time of all threads, including the start of Node. */
  cpuSeconds: number;
  /** Runs below normal priority, so that interactive requests run first. */
  isBackground?: boolean;
  /** Ends the program. */
  signal?: AbortSignal | undefined;
  /** Result for a program that exits without sending one or exceeds its budget. */
  broken: T;
}

/** Returns the path of a program next to a module, with its extension: `.ts` in the sources, `.js` in the build. */
export function programNextTo(moduleUrl: string, name: string): string {
  return fileURLToPath(new URL(`${name}${extname(moduleUrl)}`, moduleUrl));
}

/**
 * Reads a file in a child process within a budget of CPU time and memory, so that a hostile file cannot block the event
 * loop or exhaust the memory of this process. Streams the file in chunks.
 * @throws the source's error, or the signal's reason.
 */
export async function readInChild<T>(file: FileSource, options: Options<T>): Promise<T> {
  const { isBackground = false, signal, broken } = options;
  signal?.throwIfAborted();
  const child = start(options);
  if (isBackground) lowerPriority(child);
  const kill = () => child.kill('SIGKILL');
  const timer = setTimeout(kill, WALL_CLOCK_MS);
  signal?.addEventListener('abort', kill, { once: true });
  let answer = broken;
  child.once('message', (message) => (answer = message as T));
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    // `close` may not follow if the process could not be started.
    child.on('error', () => {
      kill();
      resolve();
    });
  });
  const failures: Error[] = [];
  const guarded = guard(file, (error) => failures.push(error));
  // A program that exits before it has read everything breaks the pipe: its result counts, not the error.
  await pipeline(guarded, child.stdin!).catch(() => undefined);
  if (failures.length > 0) kill();
  await ended;
  clearTimeout(timer);
  signal?.removeEventListener('abort', kill);
  signal?.throwIfAborted();
  if (failures[0]) throw failures[0];
  return answer;
}

/**
 * Starts the program with a kernel limit on its CPU time, which the program cannot evade. Windows has no such limit.
 */
function start({ program, args = [], execArgv = [], cpuSeconds }: Options<unknown>): ChildProcess {
  const flags = program.endsWith('.ts') ? [FROM_SOURCES, ...execArgv] : [...execArgv];
  const options = {
    serialization: 'advanced',
    // Empty: a hostile file that takes over the program finds no secrets.
    env: {},
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  } satisfies ForkOptions;
  if (process.platform === 'win32') return fork(program, args, { ...options, execArgv: flags });
  const limited = ['-c', 'ulimit -t "$0" && exec "$@"', String(cpuSeconds)];
  return spawn('/bin/sh', [...limited, process.execPath, ...flags, program, ...args], options);
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The program has exited already, or the system does not allow it: it runs at normal priority.
  }
}

/** Distinguishes the errors of a source from those of its destination. */
async function* guard(source: FileSource, failed: (error: Error) => void): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    failed(error instanceof Error ? error : new Error('The file could not be read.', { cause: error }));
    throw error;
  }
}
