import { parseArgs } from 'node:util';
import { redrive } from '@switchback/platform/events/bus';
import { openBus } from '@switchback/platform/events/open-bus';
import { openFoundation } from '../foundation.js';
import { endWithSentence } from '../run.js';

const USAGE = `Usage: npm run redrive -- --topic TOPIC --group GROUP [--max N]

Hands events that could not be handled to their consumer once more, oldest first; 1,000 unless --max says otherwise.
Without --topic and --group it lists who has any.
`;

/** Null for words the command does not know. */
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

await endWithSentence(async (settings) => {
  const options = readOptions();
  if (!options) {
    process.stdout.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const foundation = await openFoundation(settings);
  const bus = await openBus(settings, foundation);
  try {
    const { topic, group, max } = options;
    if (topic && group) {
      const count = await redrive(bus, { topic, group, max });
      process.stdout.write(`Redrove ${count} events.\n`);
    } else {
      for (const figures of await bus.stats())
        process.stdout.write(`${figures.topic}  ${figures.group}  ${figures.deadLetters} dead letters\n`);
    }
  } finally {
    await bus.stop();
    await foundation.close();
  }
});
