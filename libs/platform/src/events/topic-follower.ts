import type { Follower } from './bus.js';
import type { EncodedEvent, Topic } from './event.js';
import type { EventLog, PartitionHead } from './event-log.js';

const BATCH_SIZE = 500;

/** Reads one event and hands it on; what fails is told of, and the next one comes all the same. */
export function handOn<T>(
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

/** What this process does for one follower on the PostgreSQL bus. How far it got, only this object knows. */
export class TopicFollower {
  private readonly positions = new Map<number, number>();
  private reading: Promise<void> | undefined;

  /** @param heads of the topic: what lies before them is not handed on. */
  constructor(
    private readonly topic: Topic<unknown>,
    private readonly handOn: (event: EncodedEvent) => void,
    private readonly parts: { log: Pick<EventLog, 'fetch'>; onError: (error: unknown) => void },
    heads: PartitionHead[],
  ) {
    for (const { partition, nextSeq } of heads) this.positions.set(partition, nextSeq);
  }

  get topicName(): string {
    return this.topic.name;
  }

  /** Reads up to these heads. While it still reads up to earlier ones it leaves that to the next time it is told. */
  notice(heads: PartitionHead[]): void {
    this.reading ??= this.readUpTo(heads.filter(({ topic }) => topic === this.topicName))
      .catch(this.parts.onError)
      .finally(() => (this.reading = undefined));
  }

  /** Waits for the reading under way. */
  async finish(): Promise<void> {
    await this.reading;
  }

  private async readUpTo(heads: PartitionHead[]): Promise<void> {
    for (const { topic, partition, nextSeq } of heads) {
      let position = this.positions.get(partition) ?? nextSeq;
      while (position < nextSeq) {
        const events = await this.parts.log.fetch({ topic, partition }, position, BATCH_SIZE);
        for (const { event } of events) this.handOn(event);
        position = (events.at(-1)?.seq ?? nextSeq - 1) + 1;
        this.positions.set(partition, position);
      }
    }
  }
}
