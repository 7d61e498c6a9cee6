import { ChildProgram } from './child-program.js';
import type { Step } from './counting-service.js';

/** A counting service as a child process. */
export class CountingProcess {
  private constructor(private readonly program: ChildProgram) {}

  /** @param crashAt step at which it kills itself; without one, it counts until it is killed. */
  static start(databaseUrl: string, crashAt?: Step): CountingProcess {
    const environment = { DATABASE_URL: databaseUrl, ...(crashAt && { CRASH_AT: crashAt }) };
    return new CountingProcess(ChildProgram.start('./counting-process.fixture.ts', environment));
  }

  /** Returns the highest acknowledged count of each key. */
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

  /** Returns its error output. */
  get errors(): string {
    return this.program.errors;
  }

  kill(): Promise<void> {
    return this.program.kill();
  }
}
