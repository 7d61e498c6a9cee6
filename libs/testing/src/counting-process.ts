import { ChildProgram } from './child-program.js';
import type { Step } from './counting-service.js';

/** A counting service in a process of its own. */
export class CountingProcess {
  private constructor(private readonly program: ChildProgram) {}

  /** @param crashAt where it is to end itself; without one it counts until it is killed. */
  static start(databaseUrl: string, crashAt?: Step): CountingProcess {
    const environment = { DATABASE_URL: databaseUrl, ...(crashAt && { CRASH_AT: crashAt }) };
    return new CountingProcess(ChildProgram.start('./counting-process.fixture.ts', environment));
  }

  /** What it told to be committed: for each key the highest count. */
  get acknowledged(): ReadonlyMap<string, number> {
    return new Map(
      this.program.lines.map((line) => {
        const [subject = '', n] = line.split(' ');
        return [subject, Number(n)];
      }),
    );
  }

  get ended(): Promise<NodeJS.Signals | null> {
    return this.program.ended;
  }

  /** What it printed when it failed. */
  get errors(): string {
    return this.program.errors;
  }

  kill(): Promise<void> {
    return this.program.kill();
  }
}
