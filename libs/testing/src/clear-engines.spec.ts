// Aim: a run's own resources on shared engines are deleted after it, and all others remain.
import { afterAll, describe, expect, it } from '@jest/globals';
import { randomIds } from '@switchback/platform/ids';
import { countEvents, countTopic, encoded } from './bus-fixtures.js';
import { clearEngines } from './clear-engines.js';
import { ELASTICSEARCH_URL, listIndexes, putIndex, WITHOUT_ELASTICSEARCH } from './elasticsearch.js';
import { KAFKA_BROKERS, listKafka, openTestKafkaBus, WITHOUT_KAFKA } from './kafka.js';
import { listRedisKeys, openTestRedis, REDIS_URL, WITHOUT_REDIS } from './redis.js';
import { HAVE_S3, listBuckets, openTestS3, WITHOUT_S3 } from './s3.js';

const topic = countTopic('counting.count.v1');

async function useKafka(prefix: string): Promise<void> {
  const { bus, proxy } = await openTestKafkaBus({ prefix: `${prefix}.` });
  await bus.subscribe({ topic, group: 'readers', handler: async () => undefined });
  await bus.start();
  await bus.publish(topic, encoded(topic, countEvents(1, 1)));
  await bus.stop();
  await proxy.close();
}

async function useS3(prefix: string): Promise<void> {
  const storage = openTestS3(prefix);
  await storage.put('folder/file.txt', [Buffer.from('x')], { contentType: 'text/plain', maxBytes: 1 });
  await storage.close();
}

async function useRedis(prefix: string): Promise<void> {
  const redis = openTestRedis();
  await redis.set(`${prefix}:limits:calls`, 1);
  redis.disconnect();
}

async function keysOf(prefix: string): Promise<string[]> {
  const redis = openTestRedis();
  const keys = await listRedisKeys(redis, prefix);
  redis.disconnect();
  return keys;
}

const CASES = [
  {
    title: 'topics and groups of Kafka',
    isHere: KAFKA_BROKERS.length > 0,
    without: WITHOUT_KAFKA,
    use: useKafka,
    left: async (prefix: string) => Object.values(await listKafka(prefix)).flat(),
  },
  {
    title: 'indexes of Elasticsearch',
    isHere: ELASTICSEARCH_URL !== '',
    without: WITHOUT_ELASTICSEARCH,
    use: (prefix: string) => putIndex(`${prefix}-drives`),
    left: listIndexes,
  },
  { title: 'buckets of S3', isHere: HAVE_S3, without: WITHOUT_S3, use: useS3, left: listBuckets },
  { title: 'keys of Redis', isHere: REDIS_URL !== '', without: WITHOUT_REDIS, use: useRedis, left: keysOf },
];

describe('clearing engines', () => {
  const [own, others] = [`test-${randomIds.uuid()}`, `test-${randomIds.uuid()}`];
  afterAll(() => clearEngines(others));

  for (const { title, isHere, without, use, left } of CASES)
    (isHere ? it : it.skip)(isHere ? `deletes the ${title}, and keeps those of other runs` : without, async () => {
      for (const prefix of [own, others]) await use(prefix);
      const before = await left(others);
      // Not the exact count: Kafka may briefly list a group that was just created or is being deleted.
      expect([(await left(own)).length > 0, before.length > 0]).toEqual([true, true]);
      await clearEngines(own);
      expect([await left(own), await left(others)]).toEqual([[], expect.arrayContaining(before)]);
    });

  it('rejects a prefix that other installations may use', async () => {
    for (const prefix of ['', 'e2e-', 'test', 'switchback'])
      await expect(clearEngines(prefix)).rejects.toThrow(RangeError);
  });
});
