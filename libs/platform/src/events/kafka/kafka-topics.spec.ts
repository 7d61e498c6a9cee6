// Aim: a newly created topic counts as ready once its leaders accept events, and not before.
import { describe, expect, it } from '@jest/globals';
import type { Admin } from 'kafkajs';
import { KafkaUnavailableError } from './kafka-errors.js';
import { KafkaTopics } from './kafka-topics.js';
import { KafkaNames } from './names.js';

const PARTITIONS = 3;

/** A cluster of one broker that names leaders immediately but has them only after a number of requests. */
class LateCluster {
  readonly made: string[] = [];
  asked = 0;

  constructor(
    private readonly looks: number,
    private readonly notYet: Error = Object.assign(new Error('not the leader'), { type: 'NOT_LEADER_FOR_PARTITION' }),
  ) {}

  use = async <Result>(work: (admin: Admin) => Promise<Result>): Promise<Result> => {
    const admin = {
      listTopics: async () => this.made,
      createTopics: async ({ topics }: { topics: { topic: string }[] }) => {
        this.made.push(...topics.map(({ topic }) => topic));
      },
      fetchTopicOffsets: async () => {
        this.asked += 1;
        if (this.asked < this.looks)
          throw new KafkaUnavailableError('The request to Kafka failed', { cause: this.notYet });
        return [];
      },
      fetchTopicMetadata: async () => ({ topics: [{ partitions: Array.from({ length: PARTITIONS }) }] }),
      describeConfigs: async () => ({
        resources: [{ configEntries: [{ configName: 'max.message.bytes', configValue: '1000000' }] }],
      }),
    };
    return work(admin as unknown as Admin);
  };
}

describe('Topics on Kafka', () => {
  const slept: number[] = [];
  const clock = { now: () => new Date(0), monotonicMs: () => 0, sleep: async (ms: number) => void slept.push(ms) };
  const declare = (cluster: LateCluster) =>
    new KafkaTopics(cluster, new KafkaNames(''), { retentionMs: 1_000 }, clock).declare({
      name: 'drives',
      partitions: PARTITIONS,
    });

  it('wait for the leaders of a new topic', async () => {
    const cluster = new LateCluster(5);
    await declare(cluster);
    expect(cluster.asked).toBe(5);
    expect(slept).toHaveLength(4);
  });

  it('wait while a busy broker lists a new topic without its partitions', async () => {
    // Aim: kafkajs then reads the first of zero responses, which once crashed the product at start.
    const notYet = new TypeError("Cannot destructure property 'partitions' of 'low.pop(...)' as it is undefined.");
    const cluster = new LateCluster(3, notYet);
    await declare(cluster);
    expect(cluster.asked).toBe(3);
  });

  it('skip the check for an existing topic', async () => {
    // Aim: while a broker is unavailable, only events of the topics that it leads are affected.
    const cluster = new LateCluster(1);
    await declare(cluster);
    await declare(cluster);
    expect(cluster.asked).toBe(1);
  });

  it('give up eventually', async () => {
    // Aim: no caller waits forever for a cluster that never recovers.
    await expect(declare(new LateCluster(1_000))).rejects.toThrow(KafkaUnavailableError);
  });
});
