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
/** Another process relays this outbox; how often we look whether it is gone. */
const STANDBY_MS = 500;
const RETRY_MS = 250;
/** After a round, what is written meanwhile is left to gather: a busy writer then shares its disk with few rounds. */
const GATHER_MS = 20;

export interface OutboxRelayOptions {
  outbox: OutboxStore;
  bus: Pick<EventBus, 'publish'>;
  /** Every topic the service writes to. */
  topics: TopicName[];
  clock?: Clock;
  /** Events carried at a time, at most. */
  batchEvents?: number;
  crashHook?: CrashHook;
  /** Told of each failed round; the relay goes on by itself. */
  onError?: (error: unknown) => void;
}

/**
 * Publishes what a service wrote to its outbox, in the order of positions, and deletes it after: rows that commit late
 * are found by still being there, never by counting on from the last one. One process relays at a time; when it dies
 * between publishing and deleting, its successor publishes the same events again. Events of a topic that is not in
 * `topics` stay in the outbox until a release relays that knows it.
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

  /** Lets the round under way end; what is left in the outbox waits for the next start. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.written.notify();
    await this.running;
    this.running = undefined;
  }

  /** For metrics: events waiting, and the age of the oldest (0 when there is none). */
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
      waiting ??= await this.take(hold);
      const published = waiting.length;
      waiting = published > 0 ? await this.relayBatch(hold, waiting) : undefined;
      if (published === 0) await this.written.wait(seen, POLL_MS, this.clock);
      else if (published < this.batchEvents) await this.clock.sleep(GATHER_MS, signal);
    }
  }

  private async reportOthers(): Promise<void> {
    const { outbox, onError } = this.options;
    for (const { topic, count } of await outbox.countOthers([...this.topics.keys()]))
      onError?.(new Error(`${count} events wait for a release that knows their topic "${topic}".`));
  }

  private async take(hold: OutboxHold, except: readonly string[] = []): Promise<WaitingEvent[]> {
    const waiting = await hold.take(this.batchEvents, [...this.topics.keys()], except);
    await this.crashHook('relay.taken');
    return waiting;
  }

  /** Behind a full batch more are waiting: those are taken while it is published. @returns what was taken so. */
  private async relayBatch(hold: OutboxHold, waiting: readonly WaitingEvent[]): Promise<WaitingEvent[] | undefined> {
    const positions = waiting.map(({ position }) => position);
    const isFull = waiting.length >= this.batchEvents;
    const [published, next] = await Promise.allSettled([
      this.publish(waiting),
      isFull ? this.take(hold, positions) : Promise.resolve(undefined),
    ]);
    if (published.status === 'rejected') throw published.reason;
    await this.crashHook('relay.published');
    await hold.forget(positions);
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
