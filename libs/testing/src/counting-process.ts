import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Step } from './counting-service.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PROGRAM = fileURLToPath(new URL('./counting-process.fixture.ts', import.meta.url));
const FROM_SOURCES = ['--import', '@swc-node/register/esm-register', '--conditions=@switchback/source'];

/** A counting service in a process of its own. */
export class CountingProcess {
  /** What it told to be committed: for each key the highest count. */
  readonly acknowledged = new Map<string, number>();
  readonly ended: Promise<NodeJS.Signals | null>;
  private unread = '';
  private complaints = '';

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => this.read(chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.complaints += chunk.toString()));
    this.ended = new Promise((resolve) => child.once('close', (_code, signal) => resolve(signal)));
  }

  /** @param crashAt where it is to end itself; without one it counts until it is killed. */
  static start(databaseUrl: string, crashAt?: Step): CountingProcess {
    const env = { ...process.env, TS_NODE_PROJECT: 'tsconfig.base.json', DATABASE_URL: databaseUrl };
    const child = spawn(process.execPath, [...FROM_SOURCES, PROGRAM], {
      ...{ cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] },
      env: { ...env, ...(crashAt && { CRASH_AT: crashAt }) },
    });
    return new CountingProcess(child);
  }

  /** What it printed when it failed. */
  get errors(): string {
    return this.complaints;
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  private read(text: string): void {
    const lines = (this.unread + text).split('\n');
    this.unread = lines.pop() ?? '';
    for (const line of lines) {
      const [subject = '', n] = line.split(' ');
      this.acknowledged.set(subject, Number(n));
    }
  }
}
