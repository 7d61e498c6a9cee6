import type { Admin, ITopicConfig } from 'kafkajs';
import type { Clock } from '../../clock.js';
import type { TopicName } from '../event.js';
import type { ReconnectingClient } from './kafka-client.js';
import { isWithoutLeader } from './kafka-errors.js';
import type { KafkaNames } from './names.js';

const CREATE_TIMEOUT_MS = 5_000;
/** Attempts until a new topic must have leaders: about ten seconds. */
const LEADER_LOOKS = 50;
const LEADER_PAUSE_MS = 200;
/** `TOPIC` of kafkajs's `ConfigResourceTypes`; importing the enum would load the library here. */
const TOPIC_RESOURCE = 2;
/**
 * Reserved in each record for the fields that a dead letter adds: the cause, up to 2,000 characters, and two numbers.
 */
const DEAD_LETTER_BYTES = 9_000;
/** Reserved in each batch for its header. */
const BATCH_HEAD_BYTES = 128;

export interface TopicPolicy {
  /** Replicas per partition; defaults to the cluster's setting. */
  replication?: number;
  retentionMs: number;
}

/** Topics of the bus: creates missing topics and rejects incompatible ones. */
export class KafkaTopics {
  private readonly declared = new Map<string, Promise<number>>();

  constructor(
    private readonly admin: Pick<ReconnectingClient<Admin>, 'use'>,
    private readonly names: KafkaNames,
    private readonly policy: TopicPolicy,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the maximum size of a batch for this topic, in bytes.
   * @throws Error if the topic exists with another number of partitions: its keys would map to other partitions.
   */
  declare(topic: TopicName): Promise<number> {
    return this.once(topic.name, async () => {
      const name = this.names.topic(topic.name);
      await this.ensure([this.withRetention(name, topic.partitions, this.policy.retentionMs)]);
      return this.admin.use(async (admin) => {
        const { topics } = await admin.fetchTopicMetadata({ topics: [name] });
        const partitions = topics[0]?.partitions.length ?? 0;
        if (partitions !== topic.partitions) {
          throw new Error(
            `Topic ${topic.name} has ${partitions} partitions and cannot be used with ${topic.partitions}.`,
          );
        }
        return (await maxMessageBytes(admin, name)) - DEAD_LETTER_BYTES - BATCH_HEAD_BYTES;
      });
    });
  }

  /** Declares a group's topics: one for dead letters, which never expire, and one for redrives. */
  async declareGroup(topic: TopicName, group: string): Promise<void> {
    await this.declare(topic);
    await this.once(this.names.group(topic.name, group), async () => {
      await this.ensure([
        this.withRetention(this.names.deadLetters(topic.name, group), 1, -1),
        this.withRetention(this.names.redrives(topic.name, group), 1, this.policy.retentionMs),
      ]);
      return 0;
    });
  }

  private once(key: string, declare: () => Promise<number>): Promise<number> {
    const known = this.declared.get(key);
    if (known) return known;
    const declared = declare();
    this.declared.set(key, declared);
    declared.catch(() => this.declared.delete(key));
    return declared;
  }

  private async ensure(requested: ITopicConfig[]): Promise<void> {
    const made = await this.admin.use(async (admin) => {
      const existing = new Set(await admin.listTopics());
      const missing = requested.filter(({ topic }) => !existing.has(topic));
      if (missing.length > 0) await admin.createTopics({ topics: missing, timeout: CREATE_TIMEOUT_MS });
      return missing;
    });
    for (const { topic } of made) await this.awaitLeaders(topic);
  }

  /**
   * Waits for a new topic's leaders: a busy cluster names them before they accept events, and the first events would
   * fail.
   */
  private async awaitLeaders(topic: string): Promise<void> {
    for (let looks = 1; ; looks++) {
      try {
        await this.admin.use((admin) => admin.fetchTopicOffsets(topic));
        return;
      } catch (error) {
        if (looks === LEADER_LOOKS || !isWithoutLeader(error)) throw error;
        await this.clock.sleep(LEADER_PAUSE_MS);
      }
    }
  }

  private withRetention(topic: string, numPartitions: number, retentionMs: number): ITopicConfig {
    const { replication } = this.policy;
    return {
      topic,
      numPartitions,
      ...(replication !== undefined && { replicationFactor: replication }),
      configEntries: [{ name: 'retention.ms', value: String(retentionMs) }],
    };
  }
}

async function maxMessageBytes(admin: Admin, name: string): Promise<number> {
  const requested = { type: TOPIC_RESOURCE, name, configNames: ['max.message.bytes'] };
  const { resources } = await admin.describeConfigs({ resources: [requested], includeSynonyms: false });
  const bytes = Number(
    resources[0]?.configEntries.find((entry) => entry.configName === 'max.message.bytes')?.configValue,
  );
  if (!Number.isSafeInteger(bytes)) throw new Error(`Kafka did not report the maximum size of a message of ${name}.`);
  return bytes;
}
