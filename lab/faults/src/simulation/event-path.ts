import { OutboxRelay } from '@switchback/platform/events/outbox-relay';
import { drivesTopic } from '@switchback/platform/events/topics';
import type { EventBus } from '@switchback/platform/events/bus';
import type { CrashHook } from '@switchback/platform/events/crash-points';
import type { Event } from '@switchback/platform/events/event';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { changeOf } from '@switchback/search/document';
import { type Random, seededRandom } from '@switchback/testing/random';
import { SimulatedBroker, SimulatedBus } from '@switchback/testing/simulated-bus';
import { TestClock } from '@switchback/testing/test-clock';
import { syntheticDrives, wanderingShapes } from '@switchback/testing/synthetic-drives';
import { SimulatedNetwork, SimulatedProcess } from './network.js';
import { ReadSide } from './read-side.js';
import { SimulatedDrives } from './simulated-drives.js';

const DRIVES = 4;
/** Small, so that some events remain after a full batch. */
const RELAY_BATCH = 3;
const WRITES_MAX = 30;
const MISHAPS_MAX = 8;
const QUIET_MAX_MS = 120;
const CRASH_CHANCE = 0.04;
const POISON_CHANCE = 0.08;
const DRAIN_STEPS_MAX = 2_000;
const DRAIN_STEP_MS = 50;
const RETRY = { attempts: 2, backoffMs: 1 };
const GROUPS = { index: 'index', tally: 'tally', witness: 'witness' };

const [SHAPE] = wanderingShapes(1, 1, 4);
const SAMPLES = [...syntheticDrives(DRIVES, { seed: 1, shapes: [SHAPE!] })];

/** Counts of a simulation that held. */
export interface Simulated {
  acknowledged: number;
  unanswered: number;
  kills: number;
  deadLetters: number;
  simulatedMs: number;
}

function stateOf(id: string, rev: number): DriveEvent {
  const sample = SAMPLES.find((state) => state.id === id)!;
  const summary = { ...sample.saved!.summary!, rev, title: `Revision ${rev}` };
  return { ...sample, rev, saved: { ...sample.saved!, summary } };
}

/**
 * Simulates the path of events, from the write to the consumers' state: the real relay, the real delivery rules and the
 * real consumer, between a database, a bus and a network that fail according to the seed.
 * @throws Error naming the seed and the violated invariant.
 */
export async function simulateEventPath(seed: number): Promise<Simulated> {
  const simulation = new Simulation(seededRandom(seed));
  try {
    return await simulation.run();
  } catch (error) {
    throw new Error(`Simulated seed ${seed}: ${(error as Error).message}`, { cause: error });
  }
}

/** Simulates each of `count` seeds from `first`; returns the sums of their counts. */
export async function simulateSeeds(first: number, count: number): Promise<Omit<Simulated, 'simulatedMs'>> {
  const total = { acknowledged: 0, unanswered: 0, kills: 0, deadLetters: 0 };
  for (let place = 0; place < count; place += 1) {
    const seen = await simulateEventPath(first + place);
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += seen[key];
  }
  return total;
}

class Simulation {
  private readonly clock = new TestClock({ skipsIdle: true });
  private readonly network: SimulatedNetwork;
  private readonly drives: SimulatedDrives;
  private readonly broker: SimulatedBroker;
  private readonly readSide: ReadSide;
  private readonly acknowledged = new Map<string, number>();
  private readonly poisoned = new Set<string>();
  private writer = new SimulatedProcess();
  private relay = new SimulatedProcess();
  private readonly consumers: { process: SimulatedProcess; bus: SimulatedBus }[] = [];
  private isCalm = false;
  private readonly seen = { acknowledged: 0, unanswered: 0, kills: 0, deadLetters: 0 };

  constructor(private readonly random: Random) {
    this.network = new SimulatedNetwork(this.clock, random);
    this.drives = new SimulatedDrives({ clock: this.clock, random, network: this.network, stateOf });
    this.broker = new SimulatedBroker(random, this.clock, { repeat: 0.2, delay: 0.2 });
    this.readSide = new ReadSide(this.network);
  }

  async run(): Promise<Simulated> {
    this.startRelay();
    await this.startConsumer();
    await this.startConsumer();
    const writing = Promise.all(SAMPLES.map(({ id }) => this.write(id)));
    await Promise.all([writing, this.hurt()]);
    await this.heal();
    await this.drain();
    this.check();
    this.relay.kill();
    for (const { bus } of this.consumers) bus.kill();
    return { ...this.seen, simulatedMs: this.clock.monotonicMs() };
  }

  /** Acts as the only client of one drive: sends the next write once the last is answered or its writer has died. */
  private async write(id: string): Promise<void> {
    const writes = 1 + this.random.below(WRITES_MAX / DRIVES);
    for (let write = 0; write < writes; write += 1) {
      const process = this.writer;
      const died = new Promise<null>((resolve) => process.onDeath(() => resolve(null)));
      const rev = await Promise.race([this.drives.save(process, id).catch(() => null), died]);
      if (rev === null) {
        this.seen.unanswered += 1;
        // The server ends the session of a broken connection before the next write gets the row.
        await this.clock.sleep(QUIET_MAX_MS);
      } else {
        this.acknowledged.set(id, rev);
        this.seen.acknowledged += 1;
      }
      await this.clock.sleep(this.random.next() * QUIET_MAX_MS);
    }
  }

  private async hurt(): Promise<void> {
    const mishaps: (() => Promise<void>)[] = [
      async () => this.killWriter(),
      async () => this.kill(this.relay, () => this.startRelay()),
      () => this.killConsumer(),
      () => this.storm(),
    ];
    for (let mishap = this.random.below(MISHAPS_MAX); mishap > 0; mishap -= 1) {
      await this.clock.sleep(this.random.next() * QUIET_MAX_MS);
      await this.random.pick(mishaps)();
    }
  }

  private killWriter(): void {
    const doomed = this.writer;
    this.writer = new SimulatedProcess();
    this.seen.kills += 1;
    doomed.kill();
  }

  private kill(process: SimulatedProcess, replace: () => void): void {
    if (process.isDead) return;
    this.seen.kills += 1;
    process.kill();
    replace();
  }

  private async killConsumer(): Promise<void> {
    const victim = this.random.pick(this.consumers);
    this.consumers.splice(this.consumers.indexOf(victim), 1);
    this.kill(victim.process, () => victim.bus.kill());
    await this.startConsumer();
  }

  /** Breaks connections for a while. */
  private async storm(): Promise<void> {
    const worst = this.random.chance(0.3) ? 1 : this.random.next() / 2;
    this.network.weather = { refused: worst, unanswered: this.random.next() / 2 };
    await this.clock.sleep(this.random.next() * 4 * QUIET_MAX_MS);
    this.network.weather = { refused: 0, unanswered: 0 };
  }

  /** Occasionally kills the process at a step; it is replaced at once. */
  private crashing(process: SimulatedProcess, replace: () => void): CrashHook {
    return () => {
      if (process.isDead) return new Promise<void>(() => undefined);
      if (this.isCalm || !this.random.chance(CRASH_CHANCE)) return undefined;
      this.kill(process, replace);
      return new Promise<void>(() => undefined);
    };
  }

  private startRelay(): void {
    const process = (this.relay = new SimulatedProcess());
    const crashHook = this.crashing(process, () => this.startRelay());
    const bus = this.publisherOf(process);
    const outbox = this.drives.outboxOf(process);
    const settings = { topics: [drivesTopic], clock: this.clock, batchEvents: RELAY_BATCH };
    new OutboxRelay({ outbox, bus, ...settings, crashHook }).start();
  }

  /** Publishes over the network: a batch may be stored partially, or stored without an acknowledgement. */
  private publisherOf(process: SimulatedProcess): Pick<EventBus, 'publish'> {
    const bus = new SimulatedBus(this.broker);
    return {
      publish: (topic, events) =>
        this.network.call(process, async () => {
          const isWhole = !this.random.chance(this.network.weather.refused);
          await bus.publish(topic, isWhole ? events : events.slice(0, this.random.below(events.length)));
          if (!isWhole) throw Object.assign(new Error('Stored in part.'), { code: 'ECONNRESET' });
        }),
    };
  }

  private async startConsumer(): Promise<void> {
    const process = new SimulatedProcess();
    const entry = {
      process,
      bus: new SimulatedBus(
        this.broker,
        this.crashing(process, () => this.storeDeadLetter(entry)),
      ),
    };
    this.consumers.push(entry);
    const common = { topic: drivesTopic, retry: RETRY };
    const isPoison = (event: Event<DriveEvent>) => this.isPoison(event);
    await entry.bus.subscribe({ ...common, group: GROUPS.index, handler: this.readSide.indexer(process) });
    await entry.bus.subscribe({ ...common, group: GROUPS.tally, handler: this.readSide.tallier(process, isPoison) });
    await entry.bus.subscribe({ ...common, group: GROUPS.witness, handler: this.readSide.witness() });
    await entry.bus.start();
  }

  private storeDeadLetter(entry: Simulation['consumers'][number]): void {
    entry.bus.kill();
    const place = this.consumers.indexOf(entry);
    if (place < 0) return;
    this.consumers.splice(place, 1);
    void this.startConsumer();
  }

  /** Marks some events as unhandled until the consumer is fixed. */
  private isPoison({ id }: Event<DriveEvent>): boolean {
    if (this.isCalm) return false;
    if (this.random.chance(POISON_CHANCE)) this.poisoned.add(id);
    return this.poisoned.has(id);
  }

  /** Ends all faults and redrives the dead letters. */
  private async heal(): Promise<void> {
    this.isCalm = true;
    this.network.weather = { refused: 0, unanswered: 0 };
    await this.drain();
    const { bus } = this.consumers[0]!;
    for (const group of Object.values(GROUPS)) {
      this.seen.deadLetters += await bus.redrive({ topic: drivesTopic.name, group, max: 1_000 });
    }
  }

  private async drain(): Promise<void> {
    const { bus } = this.consumers[0]!;
    for (let step = 0; step < DRAIN_STEPS_MAX; step += 1) {
      const stats = await bus.stats();
      const isQuiet = stats.every(({ lag, deadLetters }) => lag === 0 && (!this.isRedriven || deadLetters === 0));
      if (this.drives.depth === 0 && isQuiet) return;
      await this.clock.sleep(DRAIN_STEP_MS);
    }
    throw new Error('some events were never handled');
  }

  private get isRedriven(): boolean {
    return this.seen.deadLetters > 0;
  }

  private check(): void {
    const { index, tally, versions } = this.readSide;
    const documents = new Map(index.entries().map(({ id, document }) => [id, document]));
    for (const [id, rev] of this.acknowledged) {
      const stored = this.drives.revisions.get(id) ?? 0;
      if (stored < rev) throw new Error(`${id} is at ${stored}, ${rev} was acknowledged`);
    }
    for (const [id, rev] of this.drives.revisions) {
      const expected = Array.from({ length: rev }, (_, place) => place + 1).join();
      const came = versions.get(id)?.join() ?? 'never';
      if (came !== expected) throw new Error(`the events of ${id} came as ${came}, it is at ${rev}`);
      if (tally.get(id) !== rev) throw new Error(`${id} is at ${rev}, ${tally.get(id)} events took effect`);
      if (documents.get(id)?.hash !== changeOf(stateOf(id, rev)).document?.hash)
        throw new Error(`the index has ${documents.get(id)?.title} of ${id}, it is at ${rev}`);
    }
    if (versions.size !== this.drives.revisions.size) throw new Error('events exist of drives that do not exist');
  }
}
