import type { EncodedEvent, Event, Topic, TopicName } from './event.js';

export interface HandlerContext {
  /** Aborts when the bus stops or gives up on this call. The handler may stop early: the events will be redelivered. */
  signal: AbortSignal;
}

/**
 * Handles a batch of events from one partition, in order. The batch is one unit: the handler either applies all of it
 * or throws. Delivery is at least once, of the whole batch or parts of it, so effects must be idempotent: by the
 * event's version if they store state (an older version never overwrites a newer one), via `applyOnce` otherwise.
 */
export type Handler<T> = (events: Event<T>[], context: HandlerContext) => Promise<void>;

export interface Subscription<T> {
  topic: Topic<T>;
  /** Each group receives every event once; the members of a group share the partitions. */
  group: string;
  handler: Handler<T>;
  /** Maximum number of events per call. */
  batchSize?: number;
  /** Maximum number of partitions that this process handles concurrently. */
  concurrency?: number;
  /** Identifies the release of the handler; stored with its dead letters. */
  build?: string;
  retry?: Partial<RetryPolicy>;
}

/**
 * A failing batch is halved until the failing event is isolated. That event is tried `attempts` times and then set
 * aside as a dead letter with its cause. The events behind it proceed, including those of the same key: payloads carry
 * the whole state with a version, so a later event does not need the one before it, and blocking a key would hide its
 * newest state from readers until an operator steps in. A transient failure (database or network unavailable) is
 * retried for as long as it lasts and never becomes a dead letter.
 */
export interface RetryPolicy {
  attempts: number;
  backoffMs: number;
  maxBackoffMs: number;
  /** A call that takes longer counts as failed. */
  handlerTimeoutMs: number;
  isTransient: (error: unknown) => boolean;
}

/** Handles events one at a time, without redelivery; must neither wait nor throw. */
export type Follower<T> = (event: Event<T>) => void;

export interface DeadLetter {
  topic: string;
  group: string;
  event: EncodedEvent;
  cause: string;
  attempts: number;
  failedAt: Date;
}

export interface GroupStats {
  topic: string;
  group: string;
  /** Events published but not yet handled by the group. */
  lag: number;
  /** Age of the oldest such event; 0 if there is none. */
  oldestAgeMs: number;
  deadLetters: number;
}

export interface DeadLetterQuery {
  topic: string;
  group: string;
  max: number;
}

export interface RedriveQuery extends DeadLetterQuery {
  /**
   * Redrives only dead letters of other releases. A bus that can only redrive its oldest ones includes those of this
   * release in between.
   */
  exceptBuild?: string;
}

/** Port to an event log: at-least-once delivery to every group, ordered per key. */
export interface EventBus {
  /**
   * Resolves once the events are stored, in this order per key. Rejects for the call as a whole; the Kafka bus may then
   * have stored some of the events.
   */
  publish(topic: TopicName, events: EncodedEvent[]): Promise<void>;
  /** May be called before or after `start`; a new group starts at the oldest event. */
  subscribe<T>(subscription: Subscription<T>): Promise<void>;
  /**
   * Delivers every event published from now on to this process, independently of any group. For events that are
   * outdated within seconds: no position is stored, and events published while the bus is unavailable may be missed.
   * May be called before or after `start`.
   */
  follow<T>(topic: Topic<T>, follower: Follower<T>): Promise<void>;
  start(): Promise<void>;
  /**
   * Stops fetching, lets running calls finish (within a time limit), stores the groups' positions and releases the
   * partitions to other members. Unfinished events are redelivered without counting an attempt. Publishing continues.
   * May be called again.
   */
  stopConsuming(): Promise<void>;
  /** Same as `stopConsuming`, then closes the connections for good. */
  stop(): Promise<void>;
  deadLetters(query: DeadLetterQuery): Promise<DeadLetter[]>;
  /** Redelivers dead letters to their group, oldest first; returns their number. */
  redrive(query: RedriveQuery): Promise<number>;
  stats(): Promise<GroupStats[]>;
}

/** Implements the `redrive` command: asks the bus to redeliver dead letters. Returns their number. */
export function redrive(bus: Pick<EventBus, 'redrive'>, query: RedriveQuery): Promise<number> {
  return bus.redrive(query);
}
