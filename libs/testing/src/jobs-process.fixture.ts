import { writeSync } from 'node:fs';
import { countingJob, type JobsPlace, openTestJobs } from './jobs-fixtures.js';

/** Works on the jobs at a place, says so for each it begins, and never ends one: what is there for a test to kill. */
async function beginJobs({ JOBS_PLACE = '{}', JOBS_KIND = '', JOBS_ATTEMPTS = '1' }: NodeJS.ProcessEnv): Promise<void> {
  const jobs = await openTestJobs(JSON.parse(JOBS_PLACE) as JobsPlace);
  jobs.work(countingJob(JOBS_KIND, Number(JOBS_ATTEMPTS)), ({ n }) => {
    // At once and not through a stream: what was said is said, however soon the end comes.
    writeSync(1, `${n}\n`);
    return new Promise(() => undefined);
  });
  await jobs.start();
}

await beginJobs(process.env);
