// Aim: jobs inside PostgreSQL honor the contract of the port, on the real engine.
import pg from 'pg';
import { createTestDatabase } from './database.js';
import { jobsConformance } from './jobs-conformance.js';
import { jobsFaultConformance } from './jobs-fault-conformance.js';
import { type JobsEngine } from './jobs-harness.js';

async function makeEngine(): Promise<JobsEngine> {
  const database = await createTestDatabase();
  const { url } = database;
  const { hostname: host, port } = new URL(url);
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  return {
    place: { databaseUrl: url },
    target: { host, port: Number(port) },
    through: (proxy) => {
      const wired = new URL(url);
      wired.host = `127.0.0.1:${proxy.port}`;
      return { databaseUrl: wired.href };
    },
    hasten: async (kind) => {
      await admin.query(
        `select jobs_queue.reschedule_jobs(array[id], run_at := now()) from jobs_queue.jobs
         where task_identifier = $1 and run_at > now() and attempts < max_attempts`,
        [kind],
      );
    },
    close: async () => {
      await admin.end();
      await database.drop();
    },
  };
}

jobsConformance('graphile-worker', makeEngine);
jobsFaultConformance('graphile-worker', makeEngine);
