import type { Clock } from '@switchback/platform/clock';
import type { Random } from '@switchback/testing/random';

const LATENCY_MAX_MS = 4;

/** A process that can die: from then on nothing it asked for ever comes back. */
export class SimulatedProcess {
  isDead = false;
  private readonly atDeath: (() => void)[] = [];

  /** Called once when it dies, as a server that loses a connection is. */
  onDeath(listen: () => void): void {
    this.atDeath.push(listen);
  }

  kill(): void {
    if (this.isDead) return;
    this.isDead = true;
    for (const listen of this.atDeath.splice(0)) listen();
  }
}

/** How often calls fail: each is a probability for one call. */
export interface Weather {
  /** The connection breaks on the way there: nothing happened. */
  refused: number;
  /** It breaks on the way back: what was asked for happened. */
  unanswered: number;
}

/** A connection that broke, as the product's own check for what passes knows it. */
export class ConnectionBroken extends Error {
  readonly code = 'ECONNRESET';
  constructor() {
    super('The connection broke.');
  }
}

/** What lies between the processes and the servers they ask: time, and breakage. */
export class SimulatedNetwork {
  weather: Weather = { refused: 0, unanswered: 0 };

  constructor(
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** Asks a server to do `work`, which happens at one moment or not at all. */
  async call<T>(process: SimulatedProcess, work: () => T | Promise<T>): Promise<T> {
    const wasDead = process.isDead;
    await this.travel();
    // What was sent before the sender died may still arrive.
    if (wasDead || (process.isDead && this.random.chance(0.5))) return never();
    if (this.random.chance(this.weather.refused)) throw new ConnectionBroken();
    const answer = await work();
    await this.travel();
    if (process.isDead) return never();
    if (this.random.chance(this.weather.unanswered)) throw new ConnectionBroken();
    return answer;
  }

  private travel(): Promise<void> {
    return this.clock.sleep(this.random.next() * LATENCY_MAX_MS);
  }
}

export function never<T>(): Promise<T> {
  return new Promise(() => undefined);
}
