import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@switchback/platform/clock';
import { SETTINGS } from '@switchback/platform/config/table';
import { NODE_ENVIRONMENT, NODE_FLAGS } from '@switchback/testing/node-flags';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
/** The programs of `parts/`, each as one file. */
const PARTS = process.env['FAULTS_PARTS'] ?? '';
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 60_000;
const POLL_MS = 50;
const COMPLAINTS_MAX = 4_000;

/** This environment without what it says to the product: each run decides on its engines by itself. */
const UNSET = Object.fromEntries(Object.entries(process.env).filter(([name]) => !Object.hasOwn(SETTINGS, name)));

const running = new Set<ChildProcess>();
// The last resort: whatever ends us leaves nobody behind.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A process of ours that can be hurt. */
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
    // It may be gone by the time it is told something.
    child.stdin?.on('error', () => undefined);
  }

  /** One of the programs in `parts/`, once it says that it is ready, or ended itself as it was told to. */
  static async startPart(part: 'writer' | 'relay' | 'consumer', settings: Record<string, string>): Promise<Program> {
    const program = Program.spawn(part, [join(PARTS, `${part}.mjs`)], settings);
    const ready = new Promise<boolean>((resolve) => {
      program.onLine((line) => line === 'ready' && resolve(true));
      void program.ended.then(({ signal }) => resolve('CRASH_AT' in settings && signal === 'SIGKILL'));
    });
    await program.until(ready, 'start');
    return program;
  }

  /** A built program of the product, once `isReady` says so. */
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
    // Half of a start is reading the same programs again.
    const env = { ...UNSET, ...NODE_ENVIRONMENT, NODE_COMPILE_CACHE: join(tmpdir(), 'compiled'), ...settings };
    const child = spawn(process.execPath, args, {
      ...{ cwd: ROOT, env },
      // The channel tells the product when we die, the end of its input tells a part.
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

  /** The end of what it complained of. */
  get errors(): string {
    return this.complaints;
  }

  onLine(listen: (line: string) => void): void {
    this.listeners.push(listen);
  }

  tell(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Ends it from one moment to the next. */
  async kill(): Promise<Ended> {
    this.child.kill('SIGKILL');
    return this.ended;
  }

  /** Asks it to end. @throws Error when it has to be killed. */
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
