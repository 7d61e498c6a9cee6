import type { Admin, Consumer } from 'kafkajs';
import type { Clock } from '../../clock.js';
import { randomIds } from '../../ids.js';
import type { EncodedEvent, TopicName } from '../event.js';
import { aborted, CONSUMER_RETRY, crashOf, consumeUntilStopped } from './consumer-loop.js';
import type { GroupTiming } from './group-consumer.js';
import type { KafkaClient, KafkaClients, ReconnectingClient } from './kafka-client.js';
import type { KafkaTopics } from './kafka-topics.js';
import { eventOf } from './messages.js';
import type { KafkaNames } from './names.js';

/** Maximum wait of a fetch for new events, and so the longest that a stop may wait for it. */
const FETCH_WAIT_MS = 500;
/** Time limit for leaving the group. */
const LEAVE_MS = 1_000;

interface FollowerDependencies {
  clients: KafkaClients;
  admin: ReconnectingClient<Admin>;
  topics: KafkaTopics;
  names: KafkaNames;
  timing: GroupTiming;
  clock: Clock;
  onError: (error: unknown) => void;
}

/**
 * This process's consumer for one follower. kafkajs only reads as a member of a group, so each consumer gets its own
 * group, which is deleted with it. An orphaned group has no committed offsets, so the broker removes it at its next
 * cleanup.
 */
export class KafkaFollower {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly topic: TopicName,
    private readonly dispatch: (event: EncodedEvent) => void,
    private readonly deps: FollowerDependencies,
  ) {}

  start(): void {
    this.running ??= consumeUntilStopped(this.deps, this.stopping.signal, (client) => this.consume(client));
  }

  async finish(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Consumes until told to stop. @throws the error that crashed the consumer. */
  private async consume({ kafka }: KafkaClient): Promise<void> {
    const { topics, names, timing } = this.deps;
    await topics.declare(this.topic);
    const groupId = names.follower(randomIds.uuid());
    const consumer = kafka.consumer({
      groupId,
      allowAutoTopicCreation: false,
      maxWaitTimeInMs: FETCH_WAIT_MS,
      sessionTimeout: timing.sessionTimeoutMs,
      heartbeatInterval: timing.heartbeatMs,
      retry: CONSUMER_RETRY,
    });
    const finished = new AbortController();
    const crashed = crashOf(consumer);
    const stopped = aborted(this.stopping.signal, finished.signal);
    try {
      await Promise.race([Promise.all([this.open(consumer), crashed]), stopped]);
    } finally {
      finished.abort();
      await this.leave(consumer, groupId);
    }
  }

  private async open(consumer: Consumer): Promise<void> {
    await consumer.connect();
    await consumer.subscribe({ topics: [this.deps.names.topic(this.topic.name)], fromBeginning: false });
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ message }) => this.dispatch(eventOf(message)),
    });
  }

  private async leave(consumer: Consumer, groupId: string): Promise<void> {
    const { admin, clock } = this.deps;
    const finished = new AbortController();
    const left = consumer
      .disconnect()
      .then(() => admin.use((operator) => operator.deleteGroups([groupId])))
      .catch(() => undefined);
    await Promise.race([left, clock.sleep(LEAVE_MS, finished.signal)]);
    finished.abort();
  }
}
