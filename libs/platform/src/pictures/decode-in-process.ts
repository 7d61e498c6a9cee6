import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { pipeline } from 'node:stream/promises';
import type { FileSource } from '../storage/storage.js';

interface Options<T> {
  /** Absolute path; it reads the file from its standard input, sends one message and ends. */
  program: string;
  args?: readonly string[];
  /** For Node: of V8's heap at most so much, what compiles a program that runs from its sources. */
  execArgv?: readonly string[];
  /** What takes over the program through a hostile file finds no secret among the settings: none but these. */
  env?: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** The answer where the program ends without one, or takes too long. */
  broken: T;
}

/**
 * Decodes an uploaded file in a process of its own, so that a hostile one takes neither the memory nor the event loop of
 * this process. The file passes through in chunks and is never held here.
 * @throws what the source throws.
 */
export async function decodeInProcess<T>(
  picture: FileSource,
  { program, args = [], execArgv = [], env = {}, timeoutMs, broken }: Options<T>,
): Promise<T> {
  const child = fork(program, args, {
    serialization: 'advanced',
    execArgv: [...execArgv],
    env: { ...env },
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  yieldToOthers(child);
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  let decoded = broken;
  child.once('message', (message) => (decoded = message as T));
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    // A process that could not be started: `close` may not follow.
    child.on('error', () => {
      child.kill('SIGKILL');
      resolve();
    });
  });
  const failures: Error[] = [];
  const guarded = guard(picture, (error) => failures.push(error));
  // A program that ends before it read everything breaks the pipe; what it said or did not say counts then.
  await pipeline(guarded, child.stdin!).catch(() => undefined);
  if (failures.length > 0) child.kill('SIGKILL');
  await ended;
  clearTimeout(timer);
  if (failures[0]) throw failures[0];
  return decoded;
}

/** A picture takes most of a second of a processor: searches that somebody waits for go first. */
function yieldToOthers({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not let us: it decodes all the same.
  }
}

/** Tells the errors of a source from those of whatever it is written to. */
async function* guard(source: FileSource, failed: (error: Error) => void): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    failed(error instanceof Error ? error : new Error('The picture could not be read.', { cause: error }));
    throw error;
  }
}
