import { type Clock, systemClock } from '../clock.js';
import { inSpans } from '../telemetry/tracing.js';
import type { EventBus } from './bus.js';
import { type CrashHook, noCrash } from './crash-points.js';
import type { TopicName } from './event.js';
import type { OutboxHold, OutboxStore, WaitingEvent } from './outbox-store.js';
import { Signal } from './signal.js';

const BATCH_EVENTS = 500;
/** Fallback poll: bounds the delay of events whose notification was lost. */
const POLL_MS = 10_000;
/** While another process relays this outbox: interval for checking whether it is gone. */
const STANDBY_MS = 500;
const RETRY_MS = 250;
/** Pause after a round, so that new events accumulate: a busy writer then shares its disk with fewer rounds. */
const GATHER_MS = 20;

export interface OutboxRelayOptions {
  outbox: OutboxStore;
  bus: Pick<EventBus, 'publish'>;
  /** All topics that the service publishes to. */
  topics: TopicName[];
  clock?: Clock;
  /** Maximum number of events per round. */
  batchEvents?: number;
  crashHook?: CrashHook;
  /** Called for each failed round; the relay recovers on its own. */
  onError?: (error: unknown) => void;
}

/**
 * Publishes the events of a service's outbox in the order of their positions, then deletes them. Rows that commit late
 * are found because they still exist, never by counting up from the last position. Only one process relays at a time;
 * if it dies between publishing and deleting, its successor publishes the same events again. Events of a topic that is
 * not in `topics` stay in the outbox until a release that knows it relays them.
 */
export class OutboxRelay {
  private readonly clock: Clock;
  private readonly crashHook: CrashHook;
  private readonly topics: Map<string, TopicName>;
  private readonly batchEvents: number;
  private readonly written = new Signal();
  private stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(private readonly options: OutboxRelayOptions) {
    this.clock = options.clock ?? systemClock;
    this.crashHook = options.crashHook ?? noCrash;
    this.batchEvents = options.batchEvents ?? BATCH_EVENTS;
    this.topics = new Map(options.topics.map((topic) => [topic.name, topic]));
  }

  start(): void {
    if (this.running) return;
    this.stopping = new AbortController();
    this.running = this.run(this.stopping.signal);
  }

  /** Lets the current round finish; the remaining events wait for the next start. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.written.notify();
    await this.running;
    this.running = undefined;
  }

  /** For metrics: number of waiting events, and the age of the oldest (0 if there is none). */
  stats(): Promise<{ depth: number; oldestAgeMs: number }> {
    return this.options.outbox.stats();
  }

  private async run(signal: AbortSignal): Promise<void> {
    const { outbox, onError } = this.options;
    while (!signal.aborted) {
      try {
        const isOurs = await outbox.hold(
          (hold) => this.relayWhileHeld(hold, signal),
          () => this.written.notify(),
        );
        if (!isOurs) await this.clock.sleep(STANDBY_MS, signal);
      } catch (error) {
        onError?.(error);
        await this.clock.sleep(RETRY_MS, signal);
      }
    }
  }

  private async relayWhileHeld(hold: OutboxHold, signal: AbortSignal): Promise<void> {
    await this.reportOthers();
    let waiting: WaitingEvent[] | undefined;
    while (!signal.aborted) {
      const seen = this.written.version;
      waiting ??= await this.read(hold);
      const published = waiting.length;
      waiting = published > 0 ? await this.relayBatch(hold, waiting) : undefined;
      if (published === 0) await this.written.wait(seen, POLL_MS, this.clock);
      else if (published < this.batchEvents) await this.clock.sleep(GATHER_MS, signal);
    }
  }

  private async reportOthers(): Promise<void> {
    const { outbox, onError } = this.options;
    for (const { topic, count } of await outbox.countOthers([...this.topics.keys()]))
      onError?.(new Error(`${count} events wait for a release that supports their topic "${topic}".`));
  }

  private async read(hold: OutboxHold, except: readonly string[] = []): Promise<WaitingEvent[]> {
    const waiting = await hold.read(this.batchEvents, [...this.topics.keys()], except);
    await this.crashHook('relay.taken');
    return waiting;
  }

  /**
   * Publishes a batch. If it is full, more events are probably waiting: fetches those meanwhile. @returns the events
   * fetched.
   */
  private async relayBatch(hold: OutboxHold, waiting: readonly WaitingEvent[]): Promise<WaitingEvent[] | undefined> {
    const positions = waiting.map(({ position }) => position);
    const isFull = waiting.length >= this.batchEvents;
    const [published, next] = await Promise.allSettled([
      this.publish(waiting),
      isFull ? this.read(hold, positions) : Promise.resolve(undefined),
    ]);
    if (published.status === 'rejected') throw published.reason;
    await this.crashHook('relay.published');
    await hold.delete(positions);
    await this.crashHook('relay.deleted');
    if (next.status === 'rejected') throw next.reason;
    return next.value;
  }

  private async publish(waiting: readonly WaitingEvent[]): Promise<void> {
    for (const [name, topic] of this.topics) {
      const events = waiting.filter((entry) => entry.topic === name).map(({ event }) => event);
      if (events.length === 0) continue;
      const work = { name: `publish ${name}`, kind: 'producer' } as const;
      const traces = events.map(({ trace }) => trace);
      await inSpans(work, traces, () => this.options.bus.publish(topic, events));
    }
  }
}
