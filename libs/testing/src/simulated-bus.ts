import type { Clock } from '@switchback/platform/clock';
import type {
  DeadLetter,
  DeadLetterQuery,
  RedriveQuery,
  EventBus,
  Follower,
  GroupStats,
  Subscription,
} from '@switchback/platform/events/bus';
import { type CrashHook, noCrash } from '@switchback/platform/events/crash-points';
import { deliver, type OutcomeRecorder } from '@switchback/platform/events/delivery';
import { type EncodedEvent, partitionOf, type Topic, type TopicName } from '@switchback/platform/events/event';
import { Signal } from '@switchback/platform/events/signal';
import { dispatchTo } from '@switchback/platform/events/topic-follower';
import type { Random } from './random.js';

const MAX_BATCH = 50;
/** Backoff before a retry. */
const RETRY_MS = 20;
/** Fallback poll interval: idle members are normally notified. */
const IDLE_MS = 2_000;

interface Group {
  topic: string;
  name: string;
  positions: number[];
  owners: (SimulatedBus | undefined)[];
  members: SimulatedBus[];
  deadLetters: (DeadLetter & { partition: number; redrive: boolean; build: string | undefined })[];
}

/** Fault probabilities of the simulation, each per batch. */
export interface FaultRates {
  /** Redelivers earlier events, as after a crash between effect and commit. */
  repeat: number;
  /** Delays the next batch of a partition. */
  delay: number;
}

/** State shared by the members of a simulated bus, like a broker. */
export class SimulatedBroker {
  readonly logs = new Map<string, EncodedEvent[][]>();
  readonly groups: Group[] = [];
  /** By topic, the callbacks of the processes that follow it. */
  readonly followers = new Map<string, Set<(event: EncodedEvent) => void>>();
  readonly news = new Signal();

  constructor(
    readonly random: Random,
    readonly clock: Clock,
    readonly faultRates: FaultRates = { repeat: 0, delay: 0 },
  ) {}

  log(topic: TopicName): EncodedEvent[][] {
    const log = this.logs.get(topic.name) ?? Array.from({ length: topic.partitions }, () => []);
    if (log.length !== topic.partitions) throw new Error(`Topic ${topic.name} has ${log.length} partitions.`);
    this.logs.set(topic.name, log);
    return log;
  }

  group(topic: TopicName, name: string): Group {
    const existing = this.groups.find((group) => group.topic === topic.name && group.name === name);
    if (existing) return existing;
    const { partitions } = topic;
    const group: Group = {
      topic: topic.name,
      name,
      members: [],
      deadLetters: [],
      positions: Array.from({ length: partitions }, () => 0),
      owners: Array.from({ length: partitions }, () => undefined),
    };
    this.groups.push(group);
    return group;
  }

  /** Reassigns the partitions; one may change owners in the middle of a batch, as after a lost connection. */
  rebalance(group: Group): void {
    const share = Math.ceil(group.owners.length / Math.max(1, group.members.length));
    const counts = new Map<SimulatedBus, number>();
    group.owners = group.owners.map((owner) => {
      const count = owner ? (counts.get(owner) ?? 0) : 0;
      if (!owner || !group.members.includes(owner) || count >= share) return undefined;
      counts.set(owner, count + 1);
      return owner;
    });
    group.owners = group.owners.map((owner) => {
      if (owner || group.members.length === 0) return owner;
      const heir = group.members.reduce((least, member) =>
        (counts.get(member) ?? 0) < (counts.get(least) ?? 0) ? member : least,
      );
      counts.set(heir, (counts.get(heir) ?? 0) + 1);
      return heir;
    });
    this.news.notify();
  }
}

/** An in-memory event bus, one object per process, with seeded random choices. */
export class SimulatedBus implements EventBus {
  private readonly subscriptions: { subscription: Subscription<never>; group: Group }[] = [];
  private stopping = new AbortController();
  private readonly abandoned = new AbortController();
  private readonly working: Promise<void>[] = [];
  private started = false;

  constructor(
    private readonly broker: SimulatedBroker,
    private readonly crashHook: CrashHook = noCrash,
  ) {}

  async publish(topic: TopicName, events: EncodedEvent[]): Promise<void> {
    const log = this.broker.log(topic);
    for (const event of events) log[partitionOf(event.subject, topic.partitions)]?.push(event);
    for (const hand of this.broker.followers.get(topic.name) ?? []) events.forEach(hand);
    this.broker.news.notify();
    await this.crashHook('bus.published');
  }

  async subscribe<T>(subscription: Subscription<T>): Promise<void> {
    this.broker.log(subscription.topic);
    const group = this.broker.group(subscription.topic, subscription.group);
    const entry = { subscription: subscription as unknown as Subscription<never>, group };
    this.subscriptions.push(entry);
    if (this.started) this.work(entry);
  }

  async follow<T>(topic: Topic<T>, follower: Follower<T>): Promise<void> {
    const followers = this.broker.followers.get(topic.name) ?? new Set();
    this.broker.followers.set(topic.name, followers);
    followers.add((event) => {
      if (this.started && !this.stopping.signal.aborted) dispatchTo(topic, follower, event, () => undefined);
    });
  }

  async start(): Promise<void> {
    this.started = true;
    for (const entry of this.subscriptions) this.work(entry);
  }

  async stopConsuming(): Promise<void> {
    this.stopping.abort();
    this.broker.news.notify();
    await Promise.all(this.working);
    this.leave();
  }

  stop(): Promise<void> {
    return this.stopConsuming();
  }

  /** Ends it like a crash: work in progress is neither finished nor recorded. */
  kill(): void {
    this.abandoned.abort();
    this.stopping.abort();
    this.leave();
  }

  async deadLetters({ topic, group, max }: DeadLetterQuery): Promise<DeadLetter[]> {
    return this.find(topic, group)?.deadLetters.slice(0, max) ?? [];
  }

  async redrive({ topic, group, max, exceptBuild }: RedriveQuery): Promise<number> {
    const chosen = (this.find(topic, group)?.deadLetters ?? [])
      .filter(({ redrive, build }) => !redrive && (exceptBuild === undefined || build !== exceptBuild))
      .slice(0, max);
    for (const deadLetter of chosen) deadLetter.redrive = true;
    this.broker.news.notify();
    return chosen.length;
  }

  async stats(): Promise<GroupStats[]> {
    return this.broker.groups.map((group) => {
      const waiting = (this.broker.logs.get(group.topic) ?? []).flatMap((log, partition) =>
        log.slice(group.positions[partition]),
      );
      const oldestMs = Math.min(...waiting.map((event) => event.time.getTime()), this.broker.clock.now().getTime());
      return {
        topic: group.topic,
        group: group.name,
        lag: waiting.length,
        deadLetters: group.deadLetters.length,
        oldestAgeMs: this.broker.clock.now().getTime() - oldestMs,
      };
    });
  }

  private find(topic: string, name: string): Group | undefined {
    return this.broker.groups.find((group) => group.topic === topic && group.name === name);
  }

  private leave(): void {
    for (const { group } of this.subscriptions) {
      group.members = group.members.filter((member) => member !== this);
      this.broker.rebalance(group);
    }
  }

  private work({ subscription, group }: { subscription: Subscription<never>; group: Group }): void {
    // A member killed during startup must not join.
    if (this.abandoned.signal.aborted) return;
    group.members.push(this);
    this.broker.rebalance(group);
    for (let partition = 0; partition < group.owners.length; partition += 1) {
      this.working.push(this.workOn(subscription, group, partition));
    }
  }

  private async workOn(subscription: Subscription<never>, group: Group, partition: number): Promise<void> {
    const { news, clock, random, faultRates } = this.broker;
    while (!this.stopping.signal.aborted) {
      const seen = news.version;
      if (group.owners[partition] !== this) {
        await news.wait(seen, IDLE_MS, clock);
        continue;
      }
      // A failure means that the partition was reassigned in the meantime; its new owner does the rest.
      const handedOut = await this.deliverBatch(subscription, group, partition).catch(() => null);
      if (!handedOut) await news.wait(seen, handedOut === null ? RETRY_MS : IDLE_MS, clock);
      if (random.chance(faultRates.delay)) await clock.sleep(random.below(RETRY_MS), this.stopping.signal);
    }
  }

  private async deliverBatch(subscription: Subscription<never>, group: Group, partition: number): Promise<boolean> {
    const { random, clock, faultRates } = this.broker;
    const run = { clock, signal: this.stopping.signal, abandon: this.abandoned.signal };
    const pending = group.deadLetters.filter((deadLetter) => deadLetter.redrive && deadLetter.partition === partition);
    for (const deadLetter of pending)
      await deliver(subscription, [deadLetter.event], this.redriveRecorder(group, deadLetter, subscription), run);
    const position = group.positions[partition] ?? 0;
    const start = random.chance(faultRates.repeat) ? Math.max(0, position - random.below(MAX_BATCH)) : position;
    const log = this.broker.logs.get(group.topic)?.[partition] ?? [];
    const events = log.slice(start, start + 1 + random.below(Math.min(MAX_BATCH, subscription.batchSize ?? MAX_BATCH)));
    if (position >= log.length) return pending.length > 0;
    await this.crashHook('bus.fetched');
    await deliver(subscription, events, this.positionRecorder(group, partition, start, subscription), run);
    return true;
  }

  private positionRecorder(
    group: Group,
    partition: number,
    start: number,
    { build }: Subscription<never>,
  ): OutcomeRecorder {
    let next = start;
    const moveOn = (count: number) => {
      if (this.abandoned.signal.aborted || group.owners[partition] !== this)
        throw new Error('This consumer no longer owns the partition.');
      next += count;
      group.positions[partition] = Math.max(next, group.positions[partition] ?? 0);
    };
    return {
      handled: async (events) => {
        await this.crashHook('bus.handled');
        moveOn(events.length);
        await this.crashHook('bus.committed');
      },
      storeDeadLetter: async (event, cause, attempts) => {
        moveOn(1);
        const { topic, name } = group;
        group.deadLetters.push({
          topic,
          group: name,
          event,
          cause,
          attempts,
          failedAt: this.broker.clock.now(),
          partition,
          redrive: false,
          build,
        });
        await this.crashHook('bus.dead-lettered');
      },
    };
  }

  private redriveRecorder(
    group: Group,
    deadLetter: Group['deadLetters'][number],
    { build }: Subscription<never>,
  ): OutcomeRecorder {
    return {
      handled: async () => {
        group.deadLetters = group.deadLetters.filter((other) => other !== deadLetter);
      },
      storeDeadLetter: async (_event, cause, attempts) => {
        Object.assign(deadLetter, { redrive: false, cause, build, attempts: deadLetter.attempts + attempts });
      },
    };
  }
}
