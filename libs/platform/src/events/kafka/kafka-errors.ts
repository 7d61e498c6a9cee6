import { isTransient } from '../../db/transient.js';

const MAX_CAUSES = 5;

/** Kafka cannot be reached, or not in time: the same call may well succeed later. */
export class KafkaAwayError extends Error {
  override readonly name = 'KafkaAwayError';
  /** Tells `isTransient` so. */
  readonly code = 'ETIMEDOUT';
}

/** An event that no topic of this cluster takes. */
export class EventTooLargeError extends Error {
  override readonly name = 'EventTooLargeError';
}

/** What became of a member's place in its group: it has to join anew, or it has lost its partitions already. */
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

/** A partition is known, but no broker answers for it yet. */
export function isWithoutLeader(error: unknown): boolean {
  return causes(error).some((cause) => LEADERLESS.has(protocolType(cause)) || isOfNoPartition(cause));
}

/** A busy broker's metadata may list a new topic without its partitions: kafkajs reads the offsets of the first. */
function isOfNoPartition(error: unknown): boolean {
  return error instanceof TypeError && error.message.includes("'partitions'");
}

/** Says of what kafkajs calls worth a retry, or of a broker it lost, somewhere down its causes, that Kafka is away. */
export function withTransience(error: unknown): unknown {
  if (isTransient(error) || !causes(error).some((cause) => isRetriable(cause) || isLostBroker(cause))) return error;
  return new KafkaAwayError(`Kafka did not do it: ${String(error)}`, { cause: error });
}

function isRetriable(error: unknown): boolean {
  return (error as { retriable?: unknown } | null | undefined)?.retriable === true;
}

/** A plain error: kafkajs was cut off while it greeted a broker, and its client says the same from then on. */
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
