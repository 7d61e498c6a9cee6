import type { EncodedEvent, Event, Topic, TopicName } from './event.js';

export interface HandlerContext {
  /** Aborts when the bus stops or gives up on this call: work may be left undone, it will come again. */
  signal: AbortSignal;
}

/**
 * Takes a batch of events: of one partition, in order. The batch is one unit: either all its effects are there, or it
 * throws. It may come again, whole or in parts, so effects are idempotent: by the event's version where they keep a
 * state (an older version never overwrites a newer one), through `applyOnce` where they do not.
 */
export type Handler<T> = (events: Event<T>[], context: HandlerContext) => Promise<void>;

export interface Subscription<T> {
  topic: Topic<T>;
  /** Each group gets every event once; the members of a group share the partitions. */
  group: string;
  handler: Handler<T>;
  /** Events in one call, at most. */
  batchSize?: number;
  /** Partitions this process works on at the same time, at most. */
  concurrency?: number;
  retry?: Partial<RetryPolicy>;
}

/**
 * A batch that fails is halved until the failing event stands alone; that one is tried `attempts` times and then set
 * aside as a dead letter with its cause, and the events behind it go on, those of the same key too: payloads carry the
 * whole state with a version, so a later event does not need the one before it, and holding a key back would keep the
 * newest state from readers for as long as nobody looks. A failure that is the surroundings' fault (the database or
 * the network away) is retried for as long as it lasts and never becomes a dead letter.
 */
export interface RetryPolicy {
  attempts: number;
  backoffMs: number;
  maxBackoffMs: number;
  /** A call that takes longer counts as failed. */
  handlerTimeoutMs: number;
  isTransient: (error: unknown) => boolean;
}

/** Takes events one after the other, of which none comes again: it neither waits nor fails. */
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
  /** Events published and not yet handled by the group. */
  lag: number;
  /** Age of the oldest of those, 0 when there is none. */
  oldestAgeMs: number;
  deadLetters: number;
}

export interface DeadLetterQuery {
  topic: string;
  group: string;
  max: number;
}

/** The port to a log of events: at least once, in order for each key, to every group. */
export interface EventBus {
  /** Resolves when the events are stored, in this order for each key. Fails as a whole. */
  publish(topic: TopicName, events: EncodedEvent[]): Promise<void>;
  /** May be called before or after `start`; a new group begins with the oldest event there is. */
  subscribe<T>(subscription: Subscription<T>): Promise<void>;
  /**
   * Hands every event that is published from now on to this process, whoever else takes it. For news that are out of date
   * in seconds: nothing is kept of how far it got, and what is published while the bus is away may be missed. May be called
   * before or after `start`.
   */
  follow<T>(topic: Topic<T>, follower: Follower<T>): Promise<void>;
  start(): Promise<void>;
  /**
   * Takes no more, lets running calls end (bounded), keeps the groups' positions and lets other members take over. What is
   * then unfinished is delivered again, and no attempt is counted. Publishing goes on; may be called again.
   */
  stopConsuming(): Promise<void>;
  /** The same, and closes the connections for good. */
  stop(): Promise<void>;
  deadLetters(query: DeadLetterQuery): Promise<DeadLetter[]>;
  /** Hands dead letters, oldest first, to their group once more; returns how many. */
  redrive(query: DeadLetterQuery): Promise<number>;
  stats(): Promise<GroupStats[]>;
}

/** The `redrive` command's work: asks the bus to hand out dead letters again. Returns how many will be. */
export function redrive(bus: Pick<EventBus, 'redrive'>, query: DeadLetterQuery): Promise<number> {
  return bus.redrive(query);
}
