import type { Follower } from './bus.js';
import type { EncodedEvent, Topic } from './event.js';
import type { EventLog, PartitionHead } from './event-log.js';

const BATCH_SIZE = 500;

/** Decodes one event and passes it to the follower; reports a failure to `onError` and does not throw. */
export function dispatchTo<T>(
  { codec }: Topic<T>,
  follower: Follower<T>,
  event: EncodedEvent,
  onError: (error: unknown) => void,
): void {
  try {
    follower({ ...event, payload: codec.decode(event.payload) });
  } catch (error) {
    onError(error);
  }
}

/** This process's consumer for one follower on the PostgreSQL bus. Holds its position in memory only. */
export class TopicFollower {
  private readonly positions = new Map<number, number>();
  private reading: Promise<void> | undefined;

  /** @param heads of the topic; earlier events are not delivered. */
  constructor(
    private readonly topic: Topic<unknown>,
    private readonly dispatch: (event: EncodedEvent) => void,
    private readonly deps: { log: Pick<EventLog, 'fetch'>; onError: (error: unknown) => void },
    heads: PartitionHead[],
  ) {
    for (const { partition, nextSeq } of heads) this.positions.set(partition, nextSeq);
  }

  get topicName(): string {
    return this.topic.name;
  }

  /**
   * Reads up to these heads. Ignores the call while it is still reading up to earlier ones; the next call catches up.
   */
  notice(heads: PartitionHead[]): void {
    this.reading ??= this.readUpTo(heads.filter(({ topic }) => topic === this.topicName))
      .catch(this.deps.onError)
      .finally(() => (this.reading = undefined));
  }

  /** Waits for the current read. */
  async finish(): Promise<void> {
    await this.reading;
  }

  private async readUpTo(heads: PartitionHead[]): Promise<void> {
    for (const { topic, partition, nextSeq } of heads) {
      let position = this.positions.get(partition) ?? nextSeq;
      while (position < nextSeq) {
        const events = await this.deps.log.fetch({ topic, partition }, position, BATCH_SIZE);
        for (const { event } of events) this.dispatch(event);
        position = (events.at(-1)?.seq ?? nextSeq - 1) + 1;
        this.positions.set(partition, position);
      }
    }
  }
}
