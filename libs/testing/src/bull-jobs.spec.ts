// Aim: the jobs in Redis keep every promise of the port, on the real engine.
import { describe, jest } from '@jest/globals';
import { openRedis } from '@switchback/platform/redis/redis';
import { jobsConformance } from './jobs-conformance.js';
import { jobsFaultConformance } from './jobs-fault-conformance.js';
import { JOBS_TEST_TIMEOUT_MS, type JobsEngine } from './jobs-harness.js';
import { dropRedisPrefix, freshRedisPrefix, REDIS_URL, WITHOUT_REDIS } from './redis.js';

jest.setTimeout(JOBS_TEST_TIMEOUT_MS);

(REDIS_URL ? describe : describe.skip)(REDIS_URL ? 'On Redis' : WITHOUT_REDIS, () => {
  const makeEngine = async (): Promise<JobsEngine> => {
    const prefix = freshRedisPrefix();
    const redis = openRedis(REDIS_URL, () => undefined);
    const { hostname: host, port } = new URL(REDIS_URL);
    return {
      place: { redisUrl: REDIS_URL, prefix },
      target: { host, port: Number(port) },
      through: (proxy) => {
        const wired = new URL(REDIS_URL);
        wired.host = `127.0.0.1:${proxy.port}`;
        return { redisUrl: wired.href, prefix };
      },
      hasten: async (kind) => {
        const delayed = `${prefix}:jobs:${kind}:delayed`;
        for (const id of await redis.zrange(delayed, 0, -1)) await redis.zadd(delayed, 'XX', 0, id);
        // What Bull's workers hear when something is due sooner.
        await redis.publish(delayed, '1');
      },
      close: async () => {
        await dropRedisPrefix(redis, prefix);
        await redis.quit();
      },
    };
  };
  jobsConformance('Bull', makeEngine);
  jobsFaultConformance('Bull', makeEngine);
});
