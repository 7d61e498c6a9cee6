import { Counter, type Registry } from 'prom-client';
import type { JobStats } from '../jobs/jobs.js';
import type { Metrics } from './metrics.js';

/** Counts an attempt at a job that ended: `done`, `failed`, `cancelled` or `given back`. */
export type AttemptMeter = (job: string, outcome: string, seconds: number) => void;

/** Attempts at jobs, by kind and outcome. */
export function jobAttempts(registry: Registry): AttemptMeter {
  const registers = [registry];
  const count = new Counter({
    name: 'job_attempts_total',
    help: 'Attempts at jobs that ended, by kind and outcome.',
    labelNames: ['job', 'outcome'],
    registers,
  });
  const total = new Counter({
    name: 'job_seconds_total',
    help: 'Seconds spent on jobs, by kind.',
    labelNames: ['job'],
    registers,
  });
  return (job, outcome, seconds) => {
    count.inc({ job, outcome });
    total.inc({ job }, seconds);
  };
}

/** Publishes how many jobs there are, and how old the oldest is, over all processes. */
export function watchJobs(metrics: Metrics, stats: () => Promise<readonly JobStats[]>): void {
  metrics.watch({
    name: 'jobs',
    help: 'Jobs by kind and state; failed are those given up on.',
    labels: ['job', 'state'],
    read: async () =>
      (await stats()).flatMap(({ name, ...counts }) =>
        (['waiting', 'delayed', 'active', 'failed'] as const).map((state) => ({
          labels: { job: name, state },
          value: counts[state],
        })),
      ),
  });
  metrics.watch({
    name: 'job_oldest_age_seconds',
    help: 'How long the job that waits longest is due, by kind.',
    labels: ['job'],
    read: async () =>
      (await stats()).map(({ name, oldestAgeMs }) => ({ labels: { job: name }, value: oldestAgeMs / 1_000 })),
  });
}
