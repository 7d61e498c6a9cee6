import { isTransient } from '../../transient.js';

const MAX_CAUSES = 5;

/** Kafka is unreachable or timed out: the same call may succeed later. */
export class KafkaUnavailableError extends Error {
  override readonly name = 'KafkaUnavailableError';
  /** Marks the error as transient for `isTransient`. */
  readonly code = 'ETIMEDOUT';
}

/** The event is too large for any topic of this cluster. */
export class EventTooLargeError extends Error {
  override readonly name = 'EventTooLargeError';
}

/** Effect of an error on a member's place in its group: it must rejoin, or it has already lost its partitions. */
export type GroupFate = 'rebalance' | 'lost';

const FATES: Readonly<Record<string, GroupFate>> = {
  REBALANCE_IN_PROGRESS: 'rebalance',
  NOT_COORDINATOR_FOR_GROUP: 'rebalance',
  ILLEGAL_GENERATION: 'lost',
  UNKNOWN_MEMBER_ID: 'lost',
};

const LEADERLESS = new Set(['LEADER_NOT_AVAILABLE', 'NOT_LEADER_FOR_PARTITION', 'UNKNOWN_TOPIC_OR_PARTITION']);

export function fateOf(error: unknown): GroupFate | undefined {
  return FATES[protocolType(error)];
}

export function isUnknownTopic(error: unknown): boolean {
  return causes(error).some((cause) => protocolType(cause) === 'UNKNOWN_TOPIC_OR_PARTITION');
}

/** Whether the error means that a partition is known but no broker serves it yet. */
export function isWithoutLeader(error: unknown): boolean {
  return causes(error).some((cause) => LEADERLESS.has(protocolType(cause)) || isOfNoPartition(cause));
}

/**
 * While busy, a broker may list a new topic without its partitions; kafkajs then reads the offsets of a missing first
 * one.
 */
function isOfNoPartition(error: unknown): boolean {
  return error instanceof TypeError && error.message.includes("'partitions'");
}

/** Wraps an error in a KafkaUnavailableError if any of its causes is one that kafkajs marks as retriable, or a lost broker. */
export function withTransience(error: unknown): unknown {
  if (isTransient(error) || !causes(error).some((cause) => isRetriable(cause) || isLostBroker(cause))) return error;
  return new KafkaUnavailableError(`The request to Kafka failed: ${String(error)}`, { cause: error });
}

function isRetriable(error: unknown): boolean {
  return (error as { retriable?: unknown } | null | undefined)?.retriable === true;
}

/**
 * A plain error: kafkajs was disconnected during the handshake with a broker, and its client keeps throwing the same
 * error.
 */
function isLostBroker(error: unknown): boolean {
  return error instanceof Error && error.message === 'Broker not connected';
}

function protocolType(error: unknown): string {
  const type = (error as { type?: unknown } | null | undefined)?.type;
  return typeof type === 'string' ? type : '';
}

function causes(error: unknown): unknown[] {
  const found: unknown[] = [];
  let current = error;
  while (current != null && found.length < MAX_CAUSES) {
    found.push(current);
    current = (current as { cause?: unknown }).cause;
  }
  return found;
}
