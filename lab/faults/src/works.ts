import type { Program } from '@switchback/bench/program';
import type { Random } from '@switchback/testing/random';
import { ALL_GROUPS } from './groups.js';
import { Oracle } from './oracle.js';
import type { Step } from './roles/role.js';
import type { BusName, Role, Stage } from './stage.js';
import { Traffic } from './traffic.js';

const COMPLAINTS_MAX = 600;
export const ROLES = ['writer', 'relay', 'consumer'] as const;

interface WorksOptions {
  /** Replaces the direct connections of relay and consumer. */
  ways?: { databaseUrl?: string; kafkaPort?: number };
  /** Maximum pause between two writes of a client. */
  pauseMs?: number;
}

/** Writer, relay and consumer, each a process, under continuous writes. */
export class Works {
  private readonly programs = new Map<Role, Program>();

  private constructor(
    private readonly stage: Stage,
    private readonly bus: BusName,
    private readonly ways: NonNullable<WorksOptions['ways']>,
    readonly oracle: Oracle,
    readonly traffic: Traffic,
  ) {}

  static async start(stage: Stage, bus: BusName, random: Random, options: WorksOptions = {}): Promise<Works> {
    const oracle = await Oracle.of(stage, bus);
    const traffic = new Traffic(oracle.writeLog, random, options.pauseMs);
    const works = new Works(stage, bus, options.ways ?? {}, oracle, traffic);
    await Promise.all(ROLES.map((role) => works.replace(role)));
    traffic.start();
    stage.atEnd(() => traffic.stop());
    await traffic.acknowledgements(1);
    return works;
  }

  programOf(role: Role): Program {
    return this.programs.get(role)!;
  }

  /** Starts a process again; if a step is given, it kills itself there. */
  async replace(role: Role, end: { crashAt?: Step; passage?: number } = {}): Promise<Program> {
    const program = await this.stage.startRole(role, this.bus, { ...end, ...(role === 'writer' ? {} : this.ways) });
    this.programs.set(role, program);
    if (role === 'writer') this.traffic.through(program);
    return program;
  }

  /** @throws Error naming the first process that did not survive. */
  requireAlive(): void {
    const dead = ROLES.find((role) => !this.programOf(role).isRunning);
    if (dead) throw new Error(`${dead} ended: ${this.programOf(dead).errors}`);
  }

  /** Stops the writes, waits for everything to settle, and compares. */
  async check(): Promise<void> {
    await this.traffic.stop();
    await this.oracle.checkAll(ALL_GROUPS).catch((error: Error) => {
      const complaints = ROLES.map((role) => `${role}: ${this.programOf(role).errors.slice(-COMPLAINTS_MAX)}`);
      throw new Error(`${error.message}\n${complaints.join('\n')}`);
    });
  }

  summary(): string {
    return summaryOf(this.oracle);
  }
}

export function summaryOf({ writeLog, witness }: Oracle): string {
  const { acknowledgedCount, unansweredCount } = writeLog;
  return `${acknowledgedCount} writes acknowledged, ${unansweredCount} unanswered, ${witness.count} events in ${witness.deliveries} deliveries`;
}
