import type { Event } from '@switchback/platform/events/event';
import { BruteForceIndex } from '@switchback/search/index/brute-force-index.fixture';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { IndexConsumer } from '@switchback/search/consumers/index.consumer';
import type { SimulatedNetwork, SimulatedProcess } from './network.js';

/**
 * State of the consumers: an index that discards older versions, a tally with an inbox, and the order of first
 * arrivals.
 */
export class ReadSide {
  readonly index = new BruteForceIndex();
  readonly tally = new Map<string, number>();
  readonly versions = new Map<string, number[]>();
  private readonly inbox = new Set<string>();
  private readonly witnessed = new Set<string>();

  constructor(private readonly network: SimulatedNetwork) {}

  /** Creates the search service's own consumer. */
  indexer(process: SimulatedProcess) {
    const consumer = new IndexConsumer({
      apply: (changes) => this.network.call(process, () => this.index.apply(changes)),
    });
    return (events: Event<DriveEvent>[]) => consumer.consume(events);
  }

  /** Updates inbox and tally in one transaction. @param isPoison selects events that it cannot handle at present. */
  tallier(process: SimulatedProcess, isPoison: (event: Event<DriveEvent>) => boolean) {
    return async (events: Event<DriveEvent>[]): Promise<void> => {
      if (events.some(isPoison)) throw new Error('This event is poison.');
      await this.network.call(process, () => {
        for (const { id, subject } of events) {
          if (this.inbox.has(id)) continue;
          this.inbox.add(id);
          this.tally.set(subject, (this.tally.get(subject) ?? 0) + 1);
        }
      });
    };
  }

  witness() {
    return async (events: Event<DriveEvent>[]): Promise<void> => {
      for (const { id, subject, version } of events) {
        if (this.witnessed.has(id)) continue;
        this.witnessed.add(id);
        this.versions.set(subject, [...(this.versions.get(subject) ?? []), version]);
      }
    };
  }
}
