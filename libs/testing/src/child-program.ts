import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FROM_SOURCES } from './from-sources.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A program of these sources as a child process, for a test to kill. */
export class ChildProgram {
  /** Complete lines of its standard output. */
  readonly lines: string[] = [];
  readonly ended: Promise<NodeJS.Signals | null>;
  private unread = '';
  private complaints = '';

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => this.read(chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.complaints += chunk.toString()));
    this.ended = new Promise((resolve) => child.once('close', (_code, signal) => resolve(signal)));
  }

  /** @param file next to this file's source, even if this file runs compiled. */
  static start(file: string, environment: Readonly<Record<string, string>>): ChildProgram {
    const child = spawn(
      process.execPath,
      [...FROM_SOURCES, fileURLToPath(new URL(`../src/${file}`, import.meta.url))],
      {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...environment },
      },
    );
    return new ChildProgram(child);
  }

  /** Returns its error output. */
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
    this.lines.push(...lines);
  }
}
