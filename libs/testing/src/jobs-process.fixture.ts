import { writeSync } from 'node:fs';
import { countingJob, type JobsPlace, openTestJobs } from './jobs-fixtures.js';

/** Works on the jobs at a place, prints each one it starts, and never finishes one, for a test to kill. */
async function startJobs({ JOBS_PLACE = '{}', JOBS_KIND = '', JOBS_ATTEMPTS = '1' }: NodeJS.ProcessEnv): Promise<void> {
  const jobs = await openTestJobs(JSON.parse(JOBS_PLACE) as JobsPlace);
  jobs.work(countingJob(JOBS_KIND, Number(JOBS_ATTEMPTS)), ({ n }) => {
    // Synchronous rather than through a stream, so that a printed line is never lost in a crash.
    writeSync(1, `${n}\n`);
    return new Promise(() => undefined);
  });
  await jobs.start();
}

await startJobs(process.env);
