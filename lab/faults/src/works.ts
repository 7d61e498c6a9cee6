import type { Random } from '@switchback/testing/random';
import { ALL_GROUPS } from './groups.js';
import { Oracle } from './oracle.js';
import type { Step } from './parts/part.js';
import type { Program } from './programs.js';
import type { BusName, PartName, Stage } from './stage.js';
import { Traffic, type TrafficOptions } from './traffic.js';

const COMPLAINTS_MAX = 600;
export const PARTS = ['writer', 'relay', 'consumer'] as const;

interface WorksOptions {
  /** Replaces the direct connections of relay and consumer. */
  ways?: { databaseUrl?: string; kafkaPort?: number };
  traffic?: Partial<TrafficOptions>;
}

/** Writer, relay and consumer, each a process, under continuous writes. */
export class Works {
  private readonly parts = new Map<PartName, Program>();

  private constructor(
    private readonly stage: Stage,
    private readonly bus: BusName,
    private readonly ways: NonNullable<WorksOptions['ways']>,
    readonly oracle: Oracle,
    readonly traffic: Traffic,
  ) {}

  static async start(stage: Stage, bus: BusName, random: Random, options: WorksOptions = {}): Promise<Works> {
    const oracle = await Oracle.of(stage, bus);
    const traffic = new Traffic(oracle.ledger, random, options.traffic);
    const works = new Works(stage, bus, options.ways ?? {}, oracle, traffic);
    await Promise.all(PARTS.map((part) => works.replace(part)));
    traffic.start();
    stage.atEnd(() => traffic.stop());
    await traffic.acknowledgements(1);
    return works;
  }

  partOf(part: PartName): Program {
    return this.parts.get(part)!;
  }

  /** Starts a part again; if a step is given, it kills itself there. */
  async replace(part: PartName, end: { crashAt?: Step; passage?: number } = {}): Promise<Program> {
    const program = await this.stage.startPart(part, this.bus, { ...end, ...(part === 'writer' ? {} : this.ways) });
    this.parts.set(part, program);
    if (part === 'writer') this.traffic.through(program);
    return program;
  }

  /** @throws Error naming the first part that did not survive. */
  requireAlive(): void {
    const dead = PARTS.find((part) => !this.partOf(part).isRunning);
    if (dead) throw new Error(`${dead} ended: ${this.partOf(dead).errors}`);
  }

  /** Stops the writes, waits for everything to settle, and compares. */
  async check(): Promise<void> {
    await this.traffic.stop();
    await this.oracle.checkAll(ALL_GROUPS).catch((error: Error) => {
      const complaints = PARTS.map((part) => `${part}: ${this.partOf(part).errors.slice(-COMPLAINTS_MAX)}`);
      throw new Error(`${error.message}\n${complaints.join('\n')}`);
    });
  }

  tell(): string {
    return tellOf(this.oracle);
  }
}

export function tellOf({ ledger, witness }: Oracle): string {
  const { acknowledgedCount, unansweredCount } = ledger;
  return `${acknowledgedCount} writes acknowledged, ${unansweredCount} unanswered, ${witness.count} events in ${witness.deliveries} deliveries`;
}
