// Aim: jobs in Redis honor the contract of the port, on the real engine.
import { describe, expect, it } from '@jest/globals';
import { JobsUnavailable } from '@switchback/platform/jobs/jobs';
import { openRedis } from '@switchback/platform/redis/redis';
import { jobsConformance } from './jobs-conformance.js';
import { jobsFaultConformance } from './jobs-fault-conformance.js';
import { countingJob, JobRecorder, openTestJobs } from './jobs-fixtures.js';
import { type JobsEngine, waitUntil } from './jobs-harness.js';
import { dropRedisPrefix, freshRedisPrefix, REDIS_URL, WITHOUT_REDIS } from './redis.js';
import { TcpProxy } from './tcp-proxy.js';

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
        // The message that wakes Bull's workers for a job due sooner.
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

  it('starts without Redis, and works once it is available', async () => {
    // Aim: processes and their Redis start in any order.
    const engine = await makeEngine();
    const proxy = await TcpProxy.start(engine.target);
    proxy.cut();
    const jobs = await openTestJobs(engine.through(proxy));
    const [kind, recorder] = [countingJob(), new JobRecorder()];
    jobs.work(kind, recorder.handler);
    await jobs.start();
    await expect(jobs.enqueue(kind, { n: 1 })).rejects.toBeInstanceOf(JobsUnavailable);
    await expect(jobs.stats()).rejects.toBeInstanceOf(JobsUnavailable);
    proxy.restore();
    await waitUntil('a job to be taken', () =>
      jobs.enqueue(kind, { n: 2 }).then(
        () => true,
        () => false,
      ),
    );
    await waitUntil('the job', () => recorder.numbers.has(2));
    await jobs.stop();
    await proxy.close();
    await engine.close();
  });
});
