import type { Admin, KafkaMessage, Producer } from 'kafkajs';
import type { Clock } from '../../clock.js';
import { randomIds } from '../../ids.js';
import type { DeadLetter, DeadLetterQuery, RedriveQuery, Subscription } from '../bus.js';
import type { EncodedEvent } from '../event.js';
import type { KafkaClients, ReconnectingClient } from './kafka-client.js';
import { isUnknownTopic, KafkaUnavailableError, withTransience } from './kafka-errors.js';
import { batchesOf, buildOf, deadLetterOf, deadMessageOf, redriveMessageOf } from './messages.js';
import type { KafkaNames } from './names.js';

const ALL_COPIES = -1;
const READ_TIMEOUT_MS = 30_000;
const REDRIVE_BATCH_BYTES = 512 * 1024;
const FETCH_WAIT_MS = 200;

interface DeadLetterDependencies {
  clients: KafkaClients;
  admin: ReconnectingClient<Admin>;
  producer: ReconnectingClient<Producer>;
  names: KafkaNames;
  clock: Clock;
}

/**
 * Dead letters of the groups, in one topic per group with a single partition. A redrive truncates the front of the
 * topic, so the topic contains exactly the dead letters that remain.
 */
export class DeadLetters {
  constructor(private readonly deps: DeadLetterDependencies) {}

  async store(
    { topic, group, build }: Pick<Subscription<unknown>, 'topic' | 'group' | 'build'>,
    event: EncodedEvent,
    cause: string,
    attempts: number,
  ): Promise<void> {
    const { producer, names, clock } = this.deps;
    const message = deadMessageOf(event, { cause, attempts, failedAt: clock.now(), build });
    const name = names.deadLetters(topic.name, group);
    await producer.use((sender) => sender.send({ topic: name, messages: [message], acks: ALL_COPIES }));
  }

  async list(query: DeadLetterQuery): Promise<DeadLetter[]> {
    return (await this.read(query)).map((message) => deadLetterOf(message, query.topic, query.group));
  }

  /** Two concurrent redrives, or one that dies half-way, deliver an event twice; consumers are idempotent. */
  async redrive({ exceptBuild, ...query }: RedriveQuery): Promise<number> {
    const { admin, producer, names } = this.deps;
    const oldest = await this.read(query);
    // Kafka deletes only the front of a topic: the redrive ends with the newest dead letter of another release.
    const count = oldest.findLastIndex((message) => exceptBuild === undefined || buildOf(message) !== exceptBuild) + 1;
    const messages = oldest.slice(0, count);
    const last = messages.at(-1);
    if (!last) return 0;
    const redriven = messages.map((message) => redriveMessageOf(deadLetterOf(message, query.topic, query.group)));
    const redrives = names.redrives(query.topic, query.group);
    for (const batch of batchesOf(redriven, REDRIVE_BATCH_BYTES))
      await producer.use((sender) => sender.send({ topic: redrives, messages: batch, acks: ALL_COPIES }));
    const until = { partition: 0, offset: String(BigInt(last.offset) + 1n) };
    const topic = names.deadLetters(query.topic, query.group);
    await admin.use((operator) => operator.deleteTopicRecords({ topic, partitions: [until] }));
    return messages.length;
  }

  /** Returns the oldest dead letters of a group; none if the group does not exist. */
  private async read({ topic, group, max }: DeadLetterQuery): Promise<KafkaMessage[]> {
    const name = this.deps.names.deadLetters(topic, group);
    const bounds = await this.deps.admin.use(async (admin) => {
      if (!(await admin.listTopics()).includes(name)) return undefined;
      return (await admin.fetchTopicOffsets(name))[0];
    });
    const count = Math.min(max, Number(bounds?.high ?? 0) - Number(bounds?.low ?? 0));
    return count > 0 ? this.readFront(name, count) : [];
  }

  /** Reads the front of a topic as a temporary consumer group: kafkajs cannot read without one. */
  private async readFront(topic: string, count: number): Promise<KafkaMessage[]> {
    const { clients, admin, names, clock } = this.deps;
    const groupId = names.reader(randomIds.uuid());
    const client = clients.open();
    const consumer = client.kafka.consumer({ groupId, maxWaitTimeInMs: FETCH_WAIT_MS, allowAutoTopicCreation: false });
    const [read, finished] = [[] as KafkaMessage[], new AbortController()];
    const complete = new Promise<void>((resolve, reject) => {
      const collect = async (messages: KafkaMessage[]) => {
        read.push(...messages.slice(0, count - read.length));
        if (read.length >= count) resolve();
      };
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      consumer
        .connect()
        .then(() => consumer.subscribe({ topics: [topic], fromBeginning: true }))
        .then(() => consumer.run({ autoCommit: false, eachBatch: ({ batch }) => collect(batch.messages) }))
        .catch(reject);
    });
    const overdue = clock.sleep(READ_TIMEOUT_MS, finished.signal).then(() => {
      if (!finished.signal.aborted)
        throw new KafkaUnavailableError(`Kafka did not deliver ${topic} within ${READ_TIMEOUT_MS} ms.`);
    });
    try {
      await Promise.race([complete, overdue]);
      await consumer.disconnect();
      await admin.use((operator) => operator.deleteGroups([groupId])).catch(() => undefined);
      return read;
    } catch (error) {
      if (isUnknownTopic(error)) return [];
      throw withTransience(error);
    } finally {
      finished.abort();
      client.destroy();
    }
  }
}
