import type { Consumer, EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { Clock } from '../../clock.js';
import type { Subscription } from '../bus.js';
import type { CrashHook } from '../crash-points.js';
import { deliver, type OutcomeRecorder } from '../delivery.js';
import type { EncodedEvent } from '../event.js';
import { aborted, CONSUMER_RETRY, crashOf, consumeUntilStopped } from './consumer-loop.js';
import type { KafkaClient, KafkaClients } from './kafka-client.js';
import type { KafkaTopics } from './kafka-topics.js';
import { attemptsOf, eventOf } from './messages.js';
import type { KafkaNames } from './names.js';
import { PartitionLease } from './partition-lease.js';

const DEFAULT_BATCH_SIZE = 500;
const DEFAULT_CONCURRENCY = 2;
/** Per partition and fetch. Small, because a member's partitions wait for each other's fetched events. */
const FETCH_BYTES = 512 * 1024;
/**
 * After this time a partition leaves the rest of its batch to the next fetch, so that the other partitions get a turn.
 */
const TURN_MS = 2_000;
/** Time limit for leaving the group after work was aborted. */
const LEAVE_MS = 1_000;

export interface GroupTiming {
  /**
   * A member that sends no heartbeat for this long loses its partitions. By default, brokers allow no less than 6 s.
   */
  sessionTimeoutMs: number;
  /** Interval of a member's heartbeats, and so the delay until it notices that another member joined or left. */
  heartbeatMs: number;
  /** Grace period for this member's current calls before other members take over its partitions. */
  rebalanceTimeoutMs: number;
}

export interface GroupDependencies {
  clients: KafkaClients;
  topics: KafkaTopics;
  names: KafkaNames;
  timing: GroupTiming;
  clock: Clock;
  crashHook: CrashHook;
  onError: (error: unknown) => void;
  /** Stores a dead letter of the group. */
  storeDeadLetter: (event: EncodedEvent, cause: string, attempts: number) => Promise<void>;
}

/** This process's membership in one group: a single consumer, replaced by a new one whenever it fails. */
export class GroupConsumer {
  private readonly stopping = new AbortController();
  private readonly abandoned = new AbortController();
  private lease = new PartitionLease();
  private running: Promise<void> | undefined;

  constructor(
    private readonly subscription: Subscription<never>,
    private readonly deps: GroupDependencies,
  ) {}

  start(): void {
    this.running ??= consumeUntilStopped(this.deps, this.stopping.signal, (client) => this.consume(client));
  }

  /** Lets the current calls finish, commits, and leaves the group. */
  async finish(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Aborts all work immediately. */
  abandon(): void {
    this.stopping.abort();
    this.abandoned.abort();
  }

  /** Consumes until told to stop. @throws the error that crashed the consumer. */
  private async consume(client: KafkaClient): Promise<void> {
    const { topics, clock } = this.deps;
    const { topic, group } = this.subscription;
    await topics.declareGroup(topic, group);
    const consumer = this.makeConsumer(client);
    const finished = new AbortController();
    const crashed = crashOf(consumer);
    consumer.on(consumer.events.GROUP_JOIN, () => {
      this.lease.revoke(new Error('The consumer rejoined its group.'));
      this.lease = new PartitionLease();
    });
    const stopped = aborted(this.stopping.signal, finished.signal);
    try {
      await Promise.race([Promise.all([this.open(consumer), crashed]), stopped]);
    } finally {
      const abandoned = aborted(this.abandoned.signal, finished.signal);
      const overdue = abandoned.then(() => clock.sleep(LEAVE_MS, finished.signal));
      await Promise.race([consumer.disconnect().catch(() => undefined), overdue]);
      finished.abort();
    }
  }

  private makeConsumer({ kafka }: KafkaClient): Consumer {
    const { names, timing } = this.deps;
    const { topic, group } = this.subscription;
    return kafka.consumer({
      groupId: names.group(topic.name, group),
      sessionTimeout: timing.sessionTimeoutMs,
      heartbeatInterval: timing.heartbeatMs,
      rebalanceTimeout: timing.rebalanceTimeoutMs,
      // Between fetches a member checks for group changes and may stop.
      maxWaitTimeInMs: Math.min(500, timing.heartbeatMs),
      maxBytesPerPartition: FETCH_BYTES,
      allowAutoTopicCreation: false,
      retry: CONSUMER_RETRY,
    });
  }

  private async open(consumer: Consumer): Promise<void> {
    const { names } = this.deps;
    const { topic, group, concurrency } = this.subscription;
    await consumer.connect();
    await consumer.subscribe({
      topics: [names.topic(topic.name), names.redrives(topic.name, group)],
      fromBeginning: true,
    });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: concurrency ?? DEFAULT_CONCURRENCY,
      eachBatch: (payload) => this.work(payload),
    });
  }

  /** Handles one partition's share of a fetch. May return early: unresolved events are fetched again. */
  private async work(payload: EachBatchPayload): Promise<void> {
    const { lease } = this;
    const finished = new AbortController();
    void this.sendHeartbeats(payload, lease, finished.signal);
    try {
      await Promise.race([
        this.deliverBatch(payload, lease),
        aborted(lease.ended, finished.signal),
        aborted(this.abandoned.signal, finished.signal),
      ]);
    } catch (error) {
      lease.notice(error);
      throw error;
    } finally {
      finished.abort();
    }
    lease.throwIfEnding();
  }

  /**
   * Sends heartbeats during a call: kafkajs sends them only between fetches, and a call may outlast the session
   * timeout.
   */
  private async sendHeartbeats(payload: EachBatchPayload, lease: PartitionLease, finished: AbortSignal): Promise<void> {
    const { clock, timing } = this.deps;
    let shownMs = clock.monotonicMs();
    for (;;) {
      await clock.sleep(timing.heartbeatMs, finished);
      if (finished.aborted) return;
      try {
        await payload.heartbeat();
        shownMs = clock.monotonicMs();
      } catch (error) {
        lease.notice(error);
        if (clock.monotonicMs() - shownMs > timing.sessionTimeoutMs) lease.revoke(error);
      }
    }
  }

  private async deliverBatch(payload: EachBatchPayload, lease: PartitionLease): Promise<void> {
    const { clock, crashHook } = this.deps;
    const { messages } = payload.batch;
    const batchSize = this.subscription.batchSize ?? DEFAULT_BATCH_SIZE;
    const signal = AbortSignal.any([this.stopping.signal, lease.ending]);
    const abandon = AbortSignal.any([this.abandoned.signal, lease.ended]);
    const untilMs = clock.monotonicMs() + TURN_MS;
    for (let start = 0; start < messages.length && !signal.aborted; start += batchSize) {
      if (start > 0 && clock.monotonicMs() > untilMs) return;
      const lot = messages.slice(start, start + batchSize);
      await crashHook('bus.fetched');
      await deliver(this.subscription, lot.map(eventOf), this.recorder(lot, payload, lease), {
        clock,
        signal,
        abandon,
      });
    }
  }

  /** Commits the group's position. Outcomes arrive in order, so a count identifies the messages. */
  private recorder(lot: KafkaMessage[], payload: EachBatchPayload, lease: PartitionLease): OutcomeRecorder {
    const { crashHook, storeDeadLetter } = this.deps;
    const { topic, partition } = payload.batch;
    let count = 0;
    const moveOn = async (by: number) => {
      if (lease.ended.aborted) throw new Error(`Partition ${partition} of ${topic} was assigned to another member.`);
      const offset = lot[(count += by) - 1]?.offset ?? '0';
      payload.resolveOffset(offset);
      const next = { partition, offset: String(BigInt(offset) + 1n) };
      await payload.commitOffsetsIfNecessary({ topics: [{ topic, partitions: [next] }] });
    };
    return {
      handled: async (events) => {
        await crashHook('bus.handled');
        await moveOn(events.length);
        await crashHook('bus.committed');
      },
      storeDeadLetter: async (event, cause, attempts) => {
        const message = lot[count];
        await storeDeadLetter(event, cause, attempts + (message ? attemptsOf(message) : 0));
        await moveOn(1);
        await crashHook('bus.dead-lettered');
      },
    };
  }
}
