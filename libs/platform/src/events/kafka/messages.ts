import type { IHeaders, KafkaMessage, Message } from 'kafkajs';
import type { DeadLetter } from '../bus.js';
import { type EncodedEvent, partitionOf } from '../event.js';
import { EventTooLargeError } from './kafka-errors.js';

/** Maximum overhead of a record in addition to its key, value and headers: lengths, offset and time. */
const RECORD_OVERHEAD_BYTES = 64;
const HEADER_OVERHEAD_BYTES = 8;

/** Converts an event to a Kafka message: the subject as the key, the payload as the value, the rest in headers. */
export function messageOf(event: EncodedEvent, partitions: number): Message {
  return {
    key: event.subject,
    value: Buffer.from(event.payload),
    partition: partitionOf(event.subject, partitions),
    headers: {
      id: event.id,
      type: event.type,
      source: event.source,
      time: event.time.toISOString(),
      version: String(event.version),
      ...(event.trace !== undefined && { traceparent: event.trace }),
      ...(event.requestId !== undefined && { 'request-id': event.requestId }),
    },
  };
}

/**
 * Never throws: turns a foreign message into an event that every codec or consumer rejects, and so into a dead letter.
 */
export function eventOf({
  key,
  value,
  headers,
  timestamp,
}: Pick<KafkaMessage, 'key' | 'value' | 'headers' | 'timestamp'>): EncodedEvent {
  const text = (name: string) => textOf(headers, name);
  const time = new Date(text('time') ?? Number(timestamp));
  const [trace, requestId] = [text('traceparent'), text('request-id')];
  return {
    id: text('id') ?? '',
    type: text('type') ?? '',
    source: text('source') ?? '',
    time: Number.isNaN(time.getTime()) ? new Date(0) : time,
    subject: key?.toString() ?? '',
    version: Number(text('version') ?? 0),
    ...(trace !== undefined && { trace }),
    ...(requestId !== undefined && { requestId }),
    payload: value ?? new Uint8Array(),
  };
}

export interface Failure {
  cause: string;
  attempts: number;
  failedAt: Date;
  /** Release of the handler. */
  build: string | undefined;
}

/**
 * Builds a dead letter: the original event with the cause of its failure. Dead letters share one partition, in order.
 */
export function deadMessageOf(event: EncodedEvent, { cause, attempts, failedAt, build }: Failure): Message {
  const message = messageOf(event, 1);
  const failure = {
    cause,
    attempts: String(attempts),
    'failed-at': failedAt.toISOString(),
    ...(build !== undefined && { build }),
  };
  return { ...message, headers: { ...message.headers, ...failure } };
}

export function deadLetterOf(message: KafkaMessage, topic: string, group: string): DeadLetter {
  return {
    topic,
    group,
    event: eventOf(message),
    cause: textOf(message.headers, 'cause') ?? '',
    attempts: attemptsOf(message),
    failedAt: new Date(textOf(message.headers, 'failed-at') ?? Number(message.timestamp)),
  };
}

/** Returns the release whose handler failed; undefined if that release does not store it. */
export function buildOf({ headers }: Pick<KafkaMessage, 'headers'>): string | undefined {
  return textOf(headers, 'build');
}

/** Builds a redriven event, which carries the number of earlier attempts. */
export function redriveMessageOf({ event, attempts }: DeadLetter): Message {
  const message = messageOf(event, 1);
  return { ...message, headers: { ...message.headers, attempts: String(attempts) } };
}

/** Returns the number of attempts before the last redrive; 0 for an event delivered for the first time. */
export function attemptsOf({ headers }: Pick<KafkaMessage, 'headers'>): number {
  return Number(textOf(headers, 'attempts') ?? 0);
}

/**
 * Splits messages into batches, in order, of at most `maxBytes` each.
 * @throws EventTooLargeError if a single message exceeds that.
 */
export function batchesOf(messages: Message[], maxBytes: number): Message[][] {
  const batches: Message[][] = [];
  let roomBytes = 0;
  for (const message of messages) {
    const bytes = bytesOf(message);
    if (bytes > maxBytes) {
      throw new EventTooLargeError(
        `The event ${textOf(message.headers, 'id') ?? ''} of ${String(message.key)} has ${bytes} bytes; Kafka accepts at most ${maxBytes}.`,
      );
    }
    if (bytes > roomBytes) {
      batches.push([]);
      roomBytes = maxBytes;
    }
    batches.at(-1)?.push(message);
    roomBytes -= bytes;
  }
  return batches;
}

function bytesOf({ key, value, headers }: Message): number {
  const parts = Object.entries(headers ?? {}).map(
    ([name, text]) => Buffer.byteLength(name) + Buffer.byteLength(String(text)) + HEADER_OVERHEAD_BYTES,
  );
  return parts.reduce((sum, bytes) => sum + bytes, RECORD_OVERHEAD_BYTES + lengthOf(key) + lengthOf(value));
}

function lengthOf(content: Buffer | string | null | undefined): number {
  return content == null ? 0 : Buffer.byteLength(content);
}

function textOf(headers: IHeaders | undefined, name: string): string | undefined {
  const value = headers?.[name];
  return value === undefined ? undefined : String(Array.isArray(value) ? value[0] : value);
}
