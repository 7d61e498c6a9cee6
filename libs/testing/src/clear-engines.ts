import { dropIndexes, ELASTICSEARCH_URL } from './elasticsearch.js';
import { dropKafkaPrefix, KAFKA_BROKERS } from './kafka.js';
import { dropRedisPrefix, openTestRedis, REDIS_URL } from './redis.js';
import { dropBuckets, HAVE_S3 } from './s3.js';

/** Prefix of the names that tests and benchmarks use: a purpose and an owner. */
const PREFIX = /^[a-z0-9]+-[0-9a-f]{8}/;

/**
 * Deletes everything with this prefix from the engines named in the environment: topics and groups, indexes, buckets
 * and keys. The engines are shared, so the prefix must be unique.
 *
 * @throws RangeError for a prefix that may not be unique.
 * @throws AggregateError of everything that could not be deleted; the rest is deleted.
 */
export async function clearEngines(prefix: string): Promise<void> {
  if (!PREFIX.test(prefix)) throw new RangeError(`Other installations may use names that begin with ${prefix}.`);
  const outcomes = await Promise.allSettled([
    KAFKA_BROKERS.length > 0 && dropKafkaPrefix(prefix),
    ELASTICSEARCH_URL !== '' && dropIndexes(prefix),
    HAVE_S3 && dropBuckets(prefix),
    REDIS_URL !== '' && clearRedis(prefix),
  ]);
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  if (reasons.length > 0) throw new AggregateError(reasons, `Not all of ${prefix} could be cleared: ${reasons.join()}`);
}

async function clearRedis(prefix: string): Promise<void> {
  const redis = openTestRedis();
  try {
    await dropRedisPrefix(redis, prefix);
  } finally {
    redis.disconnect();
  }
}
