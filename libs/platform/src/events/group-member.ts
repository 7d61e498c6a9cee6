import type { Clock } from '../clock.js';
import { Slots } from '../slots.js';
import type { Subscription } from './bus.js';
import type { CrashHook } from './crash-points.js';
import { deliver, type OutcomeRecorder } from './delivery.js';
import type { EventLog, LoggedEvent, PartitionHead, Place } from './event-log.js';
import type { BusSession, GroupLocks } from './postgres-bus-session.js';
import { Signal } from './signal.js';

const DEFAULT_BATCH_SIZE = 500;
const DEFAULT_CONCURRENCY = 2;
const RETRY_MS = 250;

export interface MemberDependencies {
  log: EventLog;
  clock: Clock;
  crashHook: CrashHook;
  onError: (error: unknown) => void;
}

/** This process's membership in one group: owns a fair share of the partitions and works on each in order. */
export class GroupMember {
  private readonly workers = new Map<number, PartitionWorker>();
  private readonly slots: Slots;

  constructor(
    private readonly subscription: Subscription<never>,
    readonly groupId: number,
    private readonly deps: MemberDependencies,
  ) {
    this.slots = new Slots(subscription.concurrency ?? DEFAULT_CONCURRENCY);
  }

  get topic(): string {
    return this.subscription.topic.name;
  }

  /** True if no other member owns a partition of this group. */
  get ownsAll(): boolean {
    return this.workers.size === this.subscription.topic.partitions;
  }

  /** Claims unowned partitions up to a fair share, and releases those above it. */
  async rebalance(session: BusSession, { members, taken }: GroupLocks): Promise<void> {
    const { partitions } = this.subscription.topic;
    const share = Math.ceil(partitions / Math.max(1, members));
    for (const partition of [...this.workers.keys()].slice(share)) await this.letGo(session, partition);
    for (let partition = 0; partition < partitions && this.workers.size < share; partition += 1) {
      if (taken.has(partition) || this.workers.has(partition) || !(await session.tryOwn(this.groupId, partition)))
        continue;
      const place = { topic: this.topic, groupId: this.groupId, partition };
      this.workers.set(partition, new PartitionWorker(this.subscription, place, this.slots, this.deps));
    }
  }

  private async letGo(session: BusSession, partition: number): Promise<void> {
    const worker = this.workers.get(partition);
    this.workers.delete(partition);
    await worker?.finish();
    await session.disown(this.groupId, partition);
  }

  /** Wakes the workers that are behind these heads. */
  notice(heads: PartitionHead[]): void {
    for (const head of heads) {
      const worker = head.topic === this.topic ? this.workers.get(head.partition) : undefined;
      worker?.notice(head);
    }
  }

  wake(partitions: number[]): void {
    for (const partition of partitions) this.workers.get(partition)?.wake();
  }

  /** Stops all work after the current calls. */
  async finish(): Promise<void> {
    await Promise.all([...this.workers.values()].map((worker) => worker.finish()));
    this.workers.clear();
  }

  /** Aborts all work immediately: this process lost the partitions. */
  abandon(): void {
    for (const worker of this.workers.values()) worker.abandon();
    this.workers.clear();
  }
}

class PartitionWorker {
  private readonly news = new Signal();
  private readonly stopping = new AbortController();
  private readonly abandoned = new AbortController();
  private readonly running: Promise<void>;
  private position: number | undefined;
  private redriveWanted = false;

  constructor(
    private readonly subscription: Subscription<never>,
    private readonly place: Place,
    private readonly slots: Slots,
    private readonly deps: MemberDependencies,
  ) {
    this.running = this.run();
  }

  notice({ nextSeq, redriveGroupIds }: PartitionHead): void {
    this.redriveWanted ||= redriveGroupIds.includes(this.place.groupId);
    if (this.redriveWanted || (this.position ?? 0) < nextSeq) this.wake();
  }

  wake(): void {
    this.news.notify();
  }

  async finish(): Promise<void> {
    this.stopping.abort();
    this.news.notify();
    await this.running;
  }

  abandon(): void {
    this.abandoned.abort();
    this.stopping.abort();
    this.news.notify();
  }

  private async run(): Promise<void> {
    const { clock, onError } = this.deps;
    while (!this.stopping.signal.aborted) {
      const seen = this.news.version;
      try {
        const handled = await this.slots.run(() => this.workOnce());
        // At the latest, the bus's poll wakes this worker.
        if (handled === 0) await this.news.next(seen);
      } catch (error) {
        onError(error);
        this.position = undefined;
        await clock.sleep(RETRY_MS, this.stopping.signal);
      }
    }
  }

  /** @returns the number of events delivered. */
  private async workOnce(): Promise<number> {
    const { log, crashHook } = this.deps;
    if (this.stopping.signal.aborted) return 0;
    const batchSize = this.subscription.batchSize ?? DEFAULT_BATCH_SIZE;
    const redrives = this.redriveWanted ? await log.fetchRedrives(this.place, batchSize) : [];
    if (redrives.length > 0) await this.deliverBatch(redrives, this.redriveRecorder(redrives));
    this.redriveWanted = redrives.length > 0;
    this.position ??= await log.position(this.place);
    const events = await log.fetch(this.place, this.position, batchSize);
    if (events.length === 0) return redrives.length;
    await crashHook('bus.fetched');
    await this.deliverBatch(events, this.positionRecorder(events, this.position));
    return events.length;
  }

  private deliverBatch(events: LoggedEvent[], recorder: OutcomeRecorder): Promise<void> {
    const { clock } = this.deps;
    const delivered = events.map(({ event }) => event);
    return deliver(this.subscription, delivered, recorder, {
      clock,
      signal: this.stopping.signal,
      abandon: this.abandoned.signal,
    });
  }

  /** Advances the group's position. Outcomes arrive in order, so a count identifies the events. */
  private positionRecorder(batch: LoggedEvent[], start: number): OutcomeRecorder {
    const { log, crashHook } = this.deps;
    const { build } = this.subscription;
    let [count, position] = [0, start];
    const moveTo = (next: number, moved: boolean) => {
      if (!moved)
        throw new Error(`Partition ${this.place.partition} of ${this.place.topic} was assigned to another member.`);
      this.position = position = next;
    };
    return {
      handled: async (events) => {
        await crashHook('bus.handled');
        count += events.length;
        const next = (batch[count - 1]?.seq ?? position) + 1;
        moveTo(next, await log.advance(this.place, position, next));
        await crashHook('bus.committed');
      },
      storeDeadLetter: async (_event, cause, attempts) => {
        const logged = batch[count];
        if (!logged) return;
        count += 1;
        moveTo(logged.seq + 1, await log.advancePast(this.place, position, logged, { cause, attempts, build }));
        await crashHook('bus.dead-lettered');
      },
    };
  }

  private redriveRecorder(batch: LoggedEvent[]): OutcomeRecorder {
    const { log } = this.deps;
    const { build } = this.subscription;
    let count = 0;
    return {
      handled: async (events) => {
        const done = batch.slice(count, (count += events.length));
        await log.deleteDeadLetters(done.map(({ seq }) => seq));
      },
      storeDeadLetter: async (_event, cause, attempts) => {
        const logged = batch[count];
        count += 1;
        if (logged) await log.storeDeadLetter(logged.seq, { cause, attempts, build });
      },
    };
  }
}
