import { defineJob, type JobHandler, type JobKind } from '@switchback/platform/jobs/jobs';
import { z } from 'zod';

/** Every hour: what the service keeps no longer. One kind of job for all of it, since each kind takes a connection. */
export const UPKEEP_JOB: JobKind<null> = defineJob({ name: 'users.upkeep', payload: z.null() });
export const UPKEEP_CRON = '17 * * * *';

/** Does each of the tasks, whatever becomes of the others. @throws AggregateError of what failed. */
export function upkeepHandler(tasks: readonly JobHandler<null>[]): JobHandler<null> {
  return async (payload, context) => {
    const ended = await Promise.allSettled(tasks.map((task) => task(payload, context)));
    const failures = ended.flatMap((task): unknown[] => (task.status === 'rejected' ? [task.reason] : []));
    if (failures.length > 0) throw new AggregateError(failures, `Upkeep failed: ${failures.join('; ')}`);
  };
}
