import type { EventBus } from '@switchback/platform/events/bus';
import type { Event, Topic } from '@switchback/platform/events/event';
import { drivesTopic } from '@switchback/platform/events/topics';
import { WITNESS_GROUP } from './groups.js';

const BATCH_SIZE = 500;

/** Leaves payloads encoded: the witness must accept even those that cannot be decoded. */
export const ENCODED_TOPIC: Topic<Uint8Array> = {
  ...drivesTopic,
  codec: { encode: (bytes) => bytes, decode: (bytes) => bytes },
};

/** Type of events that no consumer can decode. */
export const GARBLED = 'garbled';

/** A consumer that records all events, in order per drive. */
export class Witness {
  private readonly seen = new Set<string>();
  private readonly versions = new Map<string, number[]>();
  deliveries = 0;

  /** Subscribes on a bus that no fault affects. */
  static async on(bus: EventBus): Promise<Witness> {
    const witness = new Witness();
    const handler = async (events: Event<Uint8Array>[]) => witness.note(events);
    await bus.subscribe({ topic: ENCODED_TOPIC, group: WITNESS_GROUP, handler, batchSize: BATCH_SIZE });
    await bus.start();
    return witness;
  }

  /** Returns the versions of a drive's events, in the order of their first arrival. */
  versionsOf(id: string): readonly number[] {
    return this.versions.get(id) ?? [];
  }

  ids(): string[] {
    return [...this.versions.keys()];
  }

  /** Number of distinct events. */
  get count(): number {
    return this.seen.size;
  }

  private note(events: Event<Uint8Array>[]): void {
    this.deliveries += events.length;
    for (const { id, type, subject, version } of events) {
      if (type === GARBLED || this.seen.has(id)) continue;
      this.seen.add(id);
      this.versions.set(subject, [...(this.versions.get(subject) ?? []), version]);
    }
  }
}
