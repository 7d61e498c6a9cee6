import { parseArgs } from 'node:util';
import { runCommand } from '@switchback/platform/process/run';

const USAGE = `Usage: npm run failed-jobs -- --kind KIND [--retry] [--max N]

Lists jobs of a kind that were given up on, the latest first, with the cause of the last attempt; 100 unless --max says
otherwise. With --retry it lets them start anew. The alert JobsFailed and the figures of /metrics tell the kinds.
`;

/** Null for words the command does not know. */
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

await runCommand(async (foundation) => {
  const options = readOptions();
  if (!options) {
    process.stdout.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const { kind: name, retry, max } = options;
  const jobs = await foundation.jobs();
  if (retry) {
    process.stdout.write(`${await jobs.retryFailed({ name }, max)} jobs start anew.\n`);
    return;
  }
  const failed = await jobs.failed({ name }, max);
  for (const { key, cause, attempts, failedAt } of failed)
    process.stdout.write(`${failedAt.toISOString()}  ${key}  ${attempts} attempts  ${cause.split('\n')[0]}\n`);
  process.stdout.write(`${failed.length} jobs were given up on.\n`);
});
