import type { Admin, ICustomPartitioner, Producer } from 'kafkajs';
import { type Clock, systemClock } from '../../clock.js';
import { isTransient } from '../../transient.js';
import type {
  DeadLetter,
  DeadLetterQuery,
  EventBus,
  Follower,
  GroupStats,
  RedriveQuery,
  Subscription,
} from '../bus.js';
import { type CrashHook, noCrash } from '../crash-points.js';
import type { EncodedEvent, Topic, TopicName } from '../event.js';
import { dispatchTo } from '../topic-follower.js';
import { DeadLetters } from './dead-letters.js';
import { GroupConsumer, type GroupTiming } from './group-consumer.js';
import { groupStats } from './group-stats.js';
import { KafkaClients, type KafkaConnection, ReconnectingClient } from './kafka-client.js';
import { KafkaFollower } from './kafka-follower.js';
import { KafkaTopics } from './kafka-topics.js';
import { batchesOf, messageOf } from './messages.js';
import { KafkaNames } from './names.js';

const ALL_COPIES = -1;
const HOUR_MS = 3_600_000;
const DEFAULT_RETENTION_MS = 7 * 24 * HOUR_MS;
/** A process has ten seconds to stop; its other parts need the rest. */
const DEFAULT_STOP_TIMEOUT_MS = 4_000;
const DEFAULT_REQUEST_TIMEOUT_MS = 5_000;
const DEFAULT_CALL_TIMEOUT_MS = 15_000;
const DEFAULT_TIMING: GroupTiming = { sessionTimeoutMs: 10_000, heartbeatMs: 1_000, rebalanceTimeoutMs: 15_000 };

export interface KafkaBusOptions extends KafkaConnection {
  /** Prefix for the names of all topics and groups, if several installations share a cluster. */
  prefix?: string;
  /** Replicas per partition of newly created topics; defaults to the cluster's setting. */
  replication?: number;
  /** Retention of newly created topics. */
  retentionMs?: number;
  timing?: Partial<GroupTiming>;
  /** Timeout of a call, including all its attempts. */
  callTimeoutMs?: number;
  /** Grace period of `stopConsuming` for current calls. */
  stopTimeoutMs?: number;
  clock?: Clock;
  crashHook?: CrashHook;
  /** Called for each failure of the bus's background work, which recovers on its own. */
  onError?: (error: unknown) => void;
}

/** Event bus on Kafka. */
export class KafkaBus implements EventBus {
  private readonly names: KafkaNames;
  private readonly clock: Clock;
  private readonly crashHook: CrashHook;
  private readonly onError: (error: unknown) => void;
  private readonly producer: ReconnectingClient<Producer>;
  private readonly admin: ReconnectingClient<Admin>;
  private readonly topics: KafkaTopics;
  private readonly deadLetterTopics: DeadLetters;
  private readonly groups: { topic: string; group: string; consumer: GroupConsumer }[] = [];
  private readonly followers: KafkaFollower[] = [];
  private started = false;

  private constructor(
    private readonly clients: KafkaClients,
    private readonly options: KafkaBusOptions,
  ) {
    const { replication, retentionMs = DEFAULT_RETENTION_MS, callTimeoutMs = DEFAULT_CALL_TIMEOUT_MS } = options;
    this.names = new KafkaNames(options.prefix ?? '');
    const clock = (this.clock = options.clock ?? systemClock);
    this.crashHook = options.crashHook ?? noCrash;
    this.onError = options.onError ?? (() => undefined);
    const client = { allowAutoTopicCreation: false, idempotent: false };
    const createPartitioner: ICustomPartitioner =
      () =>
      ({ message }) =>
        message.partition ?? 0;
    this.producer = new ReconnectingClient(
      clients,
      (kafka) => kafka.producer({ ...client, createPartitioner }),
      clock,
      callTimeoutMs,
    );
    this.admin = new ReconnectingClient(clients, (kafka) => kafka.admin(), clock, callTimeoutMs);
    const policy = { retentionMs, ...(replication !== undefined && { replication }) };
    this.topics = new KafkaTopics(this.admin, this.names, policy, clock);
    this.deadLetterTopics = new DeadLetters({
      clients,
      admin: this.admin,
      producer: this.producer,
      names: this.names,
      clock,
    });
  }

  /** Loads the client library; the first call that needs Kafka connects. */
  static async open(options: KafkaBusOptions): Promise<KafkaBus> {
    const complete = { requestTimeoutMs: DEFAULT_REQUEST_TIMEOUT_MS, ...options };
    return new KafkaBus(await KafkaClients.load(complete), complete);
  }

  /**
   * Sends batches one at a time, each within the topic's size limit.
   * @throws KafkaUnavailableError if Kafka fails half-way, with some or all events stored: publish them again.
   * @throws EventTooLargeError before anything is stored.
   */
  async publish(topic: TopicName, events: EncodedEvent[]): Promise<void> {
    if (events.length === 0) return;
    const maxBytes = await this.topics.declare(topic);
    const name = this.names.topic(topic.name);
    const messages = events.map((event) => messageOf(event, topic.partitions));
    for (const batch of batchesOf(messages, maxBytes)) {
      await this.producer.use((producer) => producer.send({ topic: name, messages: batch, acks: ALL_COPIES }));
    }
    await this.crashHook('bus.published');
  }

  async subscribe<T>(subscription: Subscription<T>): Promise<void> {
    const { topic, group } = subscription;
    await this.topics.declareGroup(topic, group).catch((error: unknown) => {
      // The consumer retries for as long as it takes.
      if (!isTransient(error)) throw error;
      this.onError(error);
    });
    // The consumer passes bytes to this topic's own codec and the result to its own handler, so the type need not be
    // known.
    const consumer = new GroupConsumer(subscription as unknown as Subscription<never>, {
      clients: this.clients,
      topics: this.topics,
      names: this.names,
      clock: this.clock,
      crashHook: this.crashHook,
      onError: this.onError,
      timing: { ...DEFAULT_TIMING, ...this.options.timing },
      storeDeadLetter: (event, cause, attempts) => this.deadLetterTopics.store(subscription, event, cause, attempts),
    });
    this.groups.push({ topic: topic.name, group, consumer });
    if (this.started) consumer.start();
  }

  async follow<T>(topic: Topic<T>, follower: Follower<T>): Promise<void> {
    const { clients, admin, topics, names, clock, onError } = this;
    const timing = { ...DEFAULT_TIMING, ...this.options.timing };
    const dispatch = (event: EncodedEvent) => dispatchTo(topic, follower, event, onError);
    const member = new KafkaFollower(topic, dispatch, { clients, admin, topics, names, timing, clock, onError });
    this.followers.push(member);
    if (this.started) member.start();
  }

  async start(): Promise<void> {
    this.started = true;
    for (const { consumer } of this.groups) consumer.start();
    for (const follower of this.followers) follower.start();
  }

  async stopConsuming(): Promise<void> {
    const finished = new AbortController();
    const overdue = this.clock
      .sleep(this.options.stopTimeoutMs ?? DEFAULT_STOP_TIMEOUT_MS, finished.signal)
      .then(() => {
        if (!finished.signal.aborted) for (const { consumer } of this.groups) consumer.abandon();
      });
    const consumers = this.groups.map(({ consumer }) => consumer);
    await Promise.all([...consumers, ...this.followers].map((part) => part.finish()));
    finished.abort();
    await overdue;
  }

  async stop(): Promise<void> {
    await this.stopConsuming();
    await Promise.all([this.producer.close(), this.admin.close()]);
  }

  deadLetters(query: DeadLetterQuery): Promise<DeadLetter[]> {
    return this.deadLetterTopics.list(query);
  }

  redrive(query: RedriveQuery): Promise<number> {
    return this.deadLetterTopics.redrive(query);
  }

  stats(): Promise<GroupStats[]> {
    const own = this.groups.map(({ topic, group }) => ({ topic, group }));
    return this.admin.use((admin) => groupStats(admin, this.names, own, this.clock));
  }
}
