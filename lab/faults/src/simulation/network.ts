import type { Clock } from '@switchback/platform/clock';
import type { Random } from '@switchback/testing/random';

const LATENCY_MAX_MS = 4;

/** A process that can die; its pending calls then never return. */
export class SimulatedProcess {
  isDead = false;
  private readonly atDeath: (() => void)[] = [];

  /** Registers a callback for the process's death, which a server notices as a lost connection. */
  onDeath(listen: () => void): void {
    this.atDeath.push(listen);
  }

  kill(): void {
    if (this.isDead) return;
    this.isDead = true;
    for (const listen of this.atDeath.splice(0)) listen();
  }
}

/** Failure rates: each is a probability per call. */
export interface Weather {
  /** The connection breaks before the request arrives: the work is not done. */
  refused: number;
  /** The connection breaks before the response arrives: the work is done. */
  unanswered: number;
}

/** A broken connection, with a code that the product's check for transient errors recognizes. */
export class ConnectionBroken extends Error {
  readonly code = 'ECONNRESET';
  constructor() {
    super('The connection broke.');
  }
}

/** The network between the processes and their servers: adds latency and failures. */
export class SimulatedNetwork {
  weather: Weather = { refused: 0, unanswered: 0 };

  constructor(
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** Asks a server to do `work`, which happens atomically or not at all. */
  async call<T>(process: SimulatedProcess, work: () => T | Promise<T>): Promise<T> {
    const wasDead = process.isDead;
    await this.travel();
    // A request sent before its sender died may still arrive.
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
