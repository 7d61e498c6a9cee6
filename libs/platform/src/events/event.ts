import type { Clock } from '../clock.js';
import type { Ids } from '../ids.js';
import { activeTraceparent } from '../telemetry/tracing.js';

const DEFAULT_PARTITIONS = 4;

/** Encodes a payload as bytes and decodes it; `decode` throws on invalid bytes. */
export interface Codec<T> {
  encode(value: T): Uint8Array;
  decode(bytes: Uint8Array): T;
}

/** A stream of events of one aggregate, e.g. `drives.drive.v1`, keyed by the aggregate's id. */
export interface Topic<T> {
  name: string;
  /** Fixed for the lifetime of the topic: events of one key stay in one partition, in order. */
  partitions: number;
  codec: Codec<T>;
}

/** The properties of a topic that a bus needs. */
export type TopicName = Pick<Topic<unknown>, 'name' | 'partitions'>;

export interface Event<T> {
  /** Unique; lets consumers detect duplicates. */
  id: string;
  /** Past tense, e.g. `drive.published`. */
  type: string;
  /** The service that published the event. */
  source: string;
  time: Date;
  /** The key: the aggregate's id. Events of one subject arrive in the order in which they were written. */
  subject: string;
  /**
   * Version of the aggregate, which increases by at least one with each event: an older version never overwrites a
   * newer one.
   */
  version: number;
  /** W3C traceparent of the request that caused the event. */
  trace?: string;
  requestId?: string;
  /** The whole new state, so that a read model can be rebuilt from the topic alone. */
  payload: T;
}

export type EncodedEvent = Event<Uint8Array>;

/** The fields of an event that a service supplies; the factory adds the rest. */
export type EventDraft<T> = Omit<Event<T>, 'id' | 'source' | 'time'>;

export function defineTopic<T>(topic: { name: string; partitions?: number; codec: Codec<T> }): Topic<T> {
  return { partitions: DEFAULT_PARTITIONS, ...topic };
}

/** The codec that ts-proto generates for a message. */
export interface ProtoMessage<T> {
  encode(message: T): { finish(): Uint8Array };
  decode(bytes: Uint8Array): T;
}

export function protoCodec<T>(message: ProtoMessage<T>): Codec<T> {
  return { encode: (value) => message.encode(value).finish(), decode: (bytes) => message.decode(bytes) };
}

/** Completes a service's event drafts. */
export class EventFactory {
  constructor(private readonly deps: { source: string; clock: Clock; ids: Ids }) {}

  create<T>(draft: EventDraft<T>): Event<T> {
    const { source, clock, ids } = this.deps;
    const trace = draft.trace ?? activeTraceparent();
    return { ...draft, ...(trace !== undefined && { trace }), id: ids.uuid(), source, time: clock.now() };
  }
}

/** Returns the partition of a key, by FNV-1a (32 bit): the same in every process and for every bus implementation. */
export function partitionOf(subject: string, partitions: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < subject.length; index += 1) {
    hash = Math.imul(hash ^ subject.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % partitions;
}
