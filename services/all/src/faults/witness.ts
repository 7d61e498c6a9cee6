import type { EventBus } from '@switchback/platform/events/bus';
import type { Event, Topic } from '@switchback/platform/events/event';
import { drivesTopic } from '@switchback/platform/events/topics';
import { WITNESS_GROUP } from './groups.js';

const BATCH_SIZE = 500;

/** Takes payloads as they are: what cannot be read is no business of the witness. */
const TOPIC: Topic<Uint8Array> = {
  ...drivesTopic,
  codec: { encode: (bytes) => bytes, decode: (bytes) => bytes },
};

/** Of what is no drive's event, put there to be stumbled over. */
export const GARBLED = 'garbled';

/** A consumer that keeps which events there were, in the order of each drive. */
export class Witness {
  private readonly seen = new Set<string>();
  private readonly versions = new Map<string, number[]>();
  deliveries = 0;

  /** On a bus that nothing hurts. */
  static async on(bus: EventBus): Promise<Witness> {
    const witness = new Witness();
    const handler = async (events: Event<Uint8Array>[]) => witness.note(events);
    await bus.subscribe({ topic: TOPIC, group: WITNESS_GROUP, handler, batchSize: BATCH_SIZE });
    await bus.start();
    return witness;
  }

  /** The versions of a drive's events, in the order in which each came first. */
  versionsOf(id: string): readonly number[] {
    return this.versions.get(id) ?? [];
  }

  ids(): string[] {
    return [...this.versions.keys()];
  }

  /** How many different events there were. */
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
