import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';

/** Runs a command like a terminal: in a process group of its own. */
export class Terminal {
  private readonly child: ChildProcess;
  private readonly ended: Promise<number | null>;
  private text = '';

  constructor(command: string, args: string[], options: Pick<SpawnOptions, 'cwd' | 'env'>) {
    this.child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    this.ended = new Promise((resolve, reject) => {
      this.child.once('exit', resolve);
      this.child.once('error', reject);
    });
    this.ended.catch(() => undefined);
    this.child.stdout?.on('data', (chunk: Buffer) => (this.text += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.text += chunk.toString()));
  }

  /** Everything it has printed. */
  get output(): string {
    return this.text;
  }

  /** Resolves once it has printed the text. @throws Error with its output if it exits first. */
  async prints(awaited: string): Promise<void> {
    const printed = new Promise<void>((resolve) => {
      const look = () => {
        if (this.text.includes(awaited)) resolve();
      };
      this.child.stdout?.on('data', look);
      this.child.stderr?.on('data', look);
      look();
    });
    const endedEarly = this.ended.then((code) => {
      throw new Error(`${this.child.spawnargs.join(' ')} exited with ${code}:\n${this.text}`);
    });
    await Promise.race([printed, endedEarly]);
  }

  /** Waits for it to exit by itself. @returns its exit code. */
  end(): Promise<number | null> {
    return this.ended;
  }

  /** Sends a signal to the whole group, like Ctrl-C. */
  signal(signal: NodeJS.Signals): void {
    process.kill(-(this.child.pid ?? 0), signal);
  }

  async pressCtrlC(): Promise<void> {
    this.signal('SIGINT');
    await this.ended;
  }

  /** Whether any process of the group is alive. */
  isAlive(): boolean {
    try {
      process.kill(-(this.child.pid ?? 0), 0);
      return true;
    } catch {
      return false;
    }
  }

  /** Cleans up after a test that failed halfway. */
  kill(): void {
    if (this.isAlive()) this.signal('SIGKILL');
  }
}
