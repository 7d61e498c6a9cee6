import type { Clock } from '../clock.js';
import type { Ids } from '../ids.js';
import { activeTraceparent } from '../telemetry/tracing.js';

const DEFAULT_PARTITIONS = 4;

/** Turns a payload into bytes and back; `decode` throws on what it cannot read. */
export interface Codec<T> {
  encode(value: T): Uint8Array;
  decode(bytes: Uint8Array): T;
}

/** A stream of events of one aggregate, e.g. `drives.drive.v1`, keyed by the aggregate's id. */
export interface Topic<T> {
  name: string;
  /** Fixed for the life of the topic: events of one key stay in one partition, in order. */
  partitions: number;
  codec: Codec<T>;
}

/** What a bus needs to know of a topic. */
export type TopicName = Pick<Topic<unknown>, 'name' | 'partitions'>;

export interface Event<T> {
  /** Unique; consumers tell a repetition by it. */
  id: string;
  /** Past tense, e.g. `drive.published`. */
  type: string;
  /** The service that wrote it. */
  source: string;
  time: Date;
  /** The key: the aggregate's id. Events of one subject arrive in the order they were written. */
  subject: string;
  /** Of the aggregate, rising by at least one with each event: an older version never overwrites a newer one. */
  version: number;
  /** W3C traceparent of the request that wrote it. */
  trace?: string;
  requestId?: string;
  /** The whole new state, so that a read model can be rebuilt from the topic alone. */
  payload: T;
}

export type EncodedEvent = Event<Uint8Array>;

/** What a service says of an event; the factory adds the rest. */
export type EventDraft<T> = Omit<Event<T>, 'id' | 'source' | 'time'>;

export function defineTopic<T>(topic: { name: string; partitions?: number; codec: Codec<T> }): Topic<T> {
  return { partitions: DEFAULT_PARTITIONS, ...topic };
}

/** The encoder ts-proto generates for a message. */
interface ProtoMessage<T> {
  encode(message: T): { finish(): Uint8Array };
  decode(bytes: Uint8Array): T;
}

export function protoCodec<T>(message: ProtoMessage<T>): Codec<T> {
  return { encode: (value) => message.encode(value).finish(), decode: (bytes) => message.decode(bytes) };
}

/** Makes complete events out of a service's drafts. */
export class EventFactory {
  constructor(private readonly parts: { source: string; clock: Clock; ids: Ids }) {}

  create<T>(draft: EventDraft<T>): Event<T> {
    const { source, clock, ids } = this.parts;
    const trace = draft.trace ?? activeTraceparent();
    return { ...draft, ...(trace !== undefined && { trace }), id: ids.uuid(), source, time: clock.now() };
  }
}

/** The partition of a key, by FNV-1a (32 bit): the same in every process and for every bus of ours. */
export function partitionOf(subject: string, partitions: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < subject.length; index += 1) {
    hash = Math.imul(hash ^ subject.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % partitions;
}
