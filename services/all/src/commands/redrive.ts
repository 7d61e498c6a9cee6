import { parseArgs } from 'node:util';
import { redrive } from '@switchback/platform/events/bus';
import { runCommand } from '@switchback/platform/process/run';

const USAGE = `Usage: npm run redrive -- --topic TOPIC --group GROUP [--max N]

Redrives dead letters to their consumer, oldest first; at most 1,000 unless --max is given. Without --topic and --group,
lists the topics and groups with dead letters.
`;

/** Returns null if the arguments are invalid. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: { topic: { type: 'string' }, group: { type: 'string' }, max: { type: 'string', default: '1000' } },
    });
    const max = Number(values.max);
    const isComplete = Number.isSafeInteger(max) && max >= 1 && !values.topic === !values.group;
    return isComplete ? { ...values, max } : null;
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
    const { topic, group, max } = options;
    const bus = await foundation.bus();
    if (topic && group) {
      const count = await redrive(bus, { topic, group, max });
      process.stdout.write(`Redrove ${count} events.\n`);
      return;
    }
    for (const figures of await bus.stats())
      process.stdout.write(`${figures.topic}  ${figures.group}  ${figures.deadLetters} dead letters\n`);
  },
  ['kafka'],
);
