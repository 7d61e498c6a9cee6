import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FROM_SOURCES } from './from-sources.js';
import { waitUntil } from './wait.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PROGRAM = fileURLToPath(new URL('./storage-process.fixture.ts', import.meta.url));
const START_TIMEOUT_MS = 60_000;
/** The shell's block size for file size limits. */
const BLOCK_BYTES = 1_024;

/** Task of the process: stall in the middle of a put, stream a file in and out, or fail to put one. */
export type StorageCommand = 'stall' | 'stream' | 'fail';

interface Task {
  command: StorageCommand;
  key: string;
  megabytes: number;
  /** Settings that select the storage. */
  environment: Record<string, string>;
  /** The largest file that the process may write. */
  fileBytesMax?: number;
}

/** A storage in a child process. */
export class StorageProcess {
  readonly ended: Promise<void>;
  private said = '';
  private complaints = '';

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => (this.said += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.complaints += chunk.toString()));
    this.ended = new Promise((resolve) => child.once('close', () => resolve()));
  }

  static start({ command, key, megabytes, environment, fileBytesMax }: Task): StorageProcess {
    const program = [process.execPath, ...FROM_SOURCES, PROGRAM, command, key, String(megabytes)];
    const limit = fileBytesMax === undefined ? 'unlimited' : String(fileBytesMax / BLOCK_BYTES);
    const child = spawn('bash', ['-c', 'ulimit -f "$0"; exec "$@"', limit, ...program], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], ...environment },
    });
    return new StorageProcess(child);
  }

  /** Returns its first line of output. */
  async line(): Promise<string> {
    let ended = false;
    void this.ended.then(() => (ended = true));
    await waitUntil('the process to print a line', () => ended || this.said.includes('\n'), START_TIMEOUT_MS);
    const [line = ''] = this.said.split('\n');
    if (line === '') throw new Error(`The process printed nothing: ${this.complaints}`);
    return line;
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}
