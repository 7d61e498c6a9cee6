import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@switchback/platform/clock';
import { SETTINGS } from '@switchback/platform/config/table';
import { NODE_ENVIRONMENT, NODE_FLAGS } from '@switchback/testing/node-flags';
import { waitUntil } from '@switchback/testing/wait';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 60_000;
const ERRORS_MAX = 4_000;

/** Environment variables of a process. */
export type ProcessSettings = Readonly<Record<string, string>>;

/** This environment without the product's settings: a process gets only those passed to it. */
export const UNSET = Object.fromEntries(Object.entries(process.env).filter(([name]) => !Object.hasOwn(SETTINGS, name)));

const running = new Set<ChildProcess>();
// Last resort: however this process ends, no child outlives it.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ProgramOptions {
  /** Script, then its arguments. */
  args: readonly string[];
  settings: ProcessSettings;
  /** A rejection counts as not ready. */
  isReady: (program: Program) => boolean | Promise<boolean>;
  /** Called with each line of its standard output, which is discarded otherwise. */
  onLine?: (line: string) => void;
}

/** A child process on Node, with the flags and the environment of production. */
export class Program {
  readonly ended: Promise<Ended>;
  private printedErrors = '';
  private readonly listeners: ((line: string) => void)[] = [];

  private constructor(
    readonly title: string,
    private readonly child: ChildProcess,
  ) {
    running.add(child);
    this.ended = new Promise((resolve) => {
      child.once('error', () => resolve({ code: -1, signal: null }));
      child.once('close', (code, signal) => resolve({ code, signal }));
    });
    void this.ended.then(() => running.delete(child));
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => {
        for (const listen of this.listeners) listen(line);
      });
    child.stderr!.on('data', (chunk: Buffer) => {
      this.printedErrors = (this.printedErrors + chunk.toString()).slice(-ERRORS_MAX);
    });
    // The process may be gone when a line is written to it.
    child.stdin?.on('error', () => undefined);
  }

  /** Resolves once the process is ready. @throws Error with its error output if it exits before that, or is late. */
  static async start({ args, settings, isReady, onLine }: ProgramOptions): Promise<Program> {
    const child = spawn(process.execPath, [...NODE_FLAGS, ...args], {
      cwd: ROOT,
      env: { ...UNSET, ...NODE_ENVIRONMENT, ...settings },
      // The product exits when the IPC channel closes, a process of the fault tests when its standard input ends.
      stdio: ['pipe', onLine ? 'pipe' : 'ignore', 'pipe', 'ipc'],
    });
    const program = new Program(args.join(' '), child);
    if (onLine) program.onLine(onLine);
    const isStarted = async () => {
      if (await Promise.resolve(isReady(program)).catch(() => false)) return true;
      if (!program.isRunning) throw new Error('It exited.');
      return false;
    };
    await waitUntil(`${program.title} to be ready`, isStarted, START_TIMEOUT_MS).catch(async (error: Error) => {
      await program.kill();
      throw new Error(`${program.title} did not start. ${error.message} ${program.errors}`, { cause: error });
    });
    return program;
  }

  get pid(): number {
    return this.child.pid!;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Whether it was killed, or killed itself. */
  get isKilled(): boolean {
    return this.child.signalCode === 'SIGKILL';
  }

  /** The last part of its error output. */
  get errors(): string {
    return this.printedErrors;
  }

  onLine(listen: (line: string) => void): void {
    this.listeners.push(listen);
  }

  send(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  /** Kills the process immediately. */
  async kill(): Promise<Ended> {
    this.child.kill('SIGKILL');
    return this.ended;
  }

  /** Stops the process gracefully; kills it after a timeout. */
  async stop(): Promise<Ended> {
    this.child.kill('SIGTERM');
    const finished = new AbortController();
    const overdue = systemClock.sleep(STOP_TIMEOUT_MS, finished.signal).then(() => {
      if (!finished.signal.aborted) this.child.kill('SIGKILL');
    });
    const ended = await this.ended;
    finished.abort();
    await overdue;
    return ended;
  }
}
