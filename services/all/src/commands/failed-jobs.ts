import { parseArgs } from 'node:util';
import { runCommand } from '@switchback/platform/process/run';
import { enginesOf, failedJobs, retryFailedJobs } from '../failed-jobs.js';

const USAGE = `Usage: npm run failed-jobs -- --kind KIND [--retry] [--max N]

Lists the failed jobs of a kind, latest first, with the cause of the last attempt; at most 100 unless --max is given.
With --retry, retries them. The alert JobsFailed and /metrics show the kinds.
`;

/** Returns null if the arguments are invalid. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        kind: { type: 'string' },
        retry: { type: 'boolean', default: false },
        max: { type: 'string', default: '100' },
      },
    });
    const { kind, retry } = values;
    const max = Number(values.max);
    return kind && Number.isSafeInteger(max) && max >= 1 && max <= 10_000 ? { kind, retry, max } : null;
  } catch {
    return null;
  }
}

await runCommand(
  async (foundation) => {
    const options = readOptions();
    if (!options) {
      process.stdout.write(USAGE);
      process.exitCode = 2;
      return;
    }
    const { kind, retry, max } = options;
    const { engines, close } = await enginesOf(foundation);
    try {
      process.stdout.write(
        retry
          ? `${await retryFailedJobs(engines, kind, max)} jobs will be retried.\n`
          : await failedJobs(engines, kind, max),
      );
    } finally {
      await close();
    }
  },
  ['postgres', 'redis'],
);
