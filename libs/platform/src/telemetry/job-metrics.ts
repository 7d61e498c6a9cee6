import { Counter, type Registry } from 'prom-client';

/** Counts a finished attempt at a job: `done`, `failed` or `given back`. */
export type AttemptMeter = (job: string, outcome: string, seconds: number) => void;

/** Metrics of attempts at jobs, by kind and outcome. */
export function jobAttempts(registry: Registry): AttemptMeter {
  const registers = [registry];
  const count = new Counter({
    name: 'job_attempts_total',
    help: 'Finished job attempts, by kind and outcome.',
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
