import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@switchback/platform/clock';
import { SETTINGS } from '@switchback/platform/config/table';
import { NODE_ENVIRONMENT, NODE_FLAGS } from '@switchback/testing/node-flags';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Folder with the bundled programs of `roles/`. */
const ROLES_FOLDER = process.env['FAULTS_ROLES'] ?? '';
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 60_000;
const POLL_MS = 50;
const COMPLAINTS_MAX = 4_000;

/** This environment without the product's settings: each run chooses its engines itself. */
const UNSET = Object.fromEntries(Object.entries(process.env).filter(([name]) => !Object.hasOwn(SETTINGS, name)));

const running = new Set<ChildProcess>();
// Last resort: however this process ends, no child outlives it.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A child process that a run can harm. */
export class Program {
  readonly ended: Promise<Ended>;
  private complaints = '';
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
    createInterface({ input: child.stdout! }).on('line', (line) => {
      for (const listen of this.listeners) listen(line);
    });
    child.stderr!.on('data', (chunk: Buffer) => {
      this.complaints = (this.complaints + chunk.toString()).slice(-COMPLAINTS_MAX);
    });
    // The process may be gone when a line is written to it.
    child.stdin?.on('error', () => undefined);
  }

  /** Starts a program of `roles/`; resolves once it prints `ready`, or has killed itself at `CRASH_AT`. */
  static async startRole(role: 'writer' | 'relay' | 'consumer', settings: Record<string, string>): Promise<Program> {
    const program = Program.spawn(role, [join(ROLES_FOLDER, `${role}.mjs`)], settings);
    const ready = new Promise<boolean>((resolve) => {
      program.onLine((line) => line === 'ready' && resolve(true));
      void program.ended.then(({ signal }) => resolve('CRASH_AT' in settings && signal === 'SIGKILL'));
    });
    await program.until(ready, 'start');
    return program;
  }

  /** Starts a built program of the product; resolves once `isReady` returns true. */
  static async startBuilt(
    args: string[],
    settings: Record<string, string>,
    isReady: () => Promise<boolean>,
  ): Promise<Program> {
    const program = Program.spawn(args.join(' '), [...NODE_FLAGS, ...args], settings);
    let isGone = false;
    void program.ended.then(() => (isGone = true));
    const poll = async () => {
      while (!isGone && !(await isReady().catch(() => false))) await systemClock.sleep(POLL_MS);
      return !isGone;
    };
    await program.until(poll(), 'become ready');
    return program;
  }

  private static spawn(title: string, args: string[], settings: Record<string, string>): Program {
    // Half of the startup time goes into compiling the same programs again.
    const env = { ...UNSET, ...NODE_ENVIRONMENT, NODE_COMPILE_CACHE: join(tmpdir(), 'compiled'), ...settings };
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env,
      // The product exits when the IPC channel closes, a process when its standard input ends.
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    });
    return new Program(title, child);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** The last part of its error output. */
  get errors(): string {
    return this.complaints;
  }

  onLine(listen: (line: string) => void): void {
    this.listeners.push(listen);
  }

  send(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
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

  private async until(done: Promise<boolean>, what: string): Promise<void> {
    const finished = new AbortController();
    const late = systemClock.sleep(START_TIMEOUT_MS, finished.signal).then(() => false);
    const isDone = await Promise.race([done, late]);
    finished.abort();
    if (isDone) return;
    await this.kill();
    throw new Error(`${this.title} did not ${what}: ${this.complaints}`);
  }
}
