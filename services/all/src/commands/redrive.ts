import { parseArgs } from 'node:util';
import { redrive } from '@switchback/platform/events/bus';
import { openBus } from '@switchback/platform/events/open-bus';
import { openFoundation } from '../foundation.js';
import { endWithSentence } from '../run.js';

const USAGE = `Usage: npm run redrive -- --topic TOPIC --group GROUP [--max N]

Hands events that could not be handled to their consumer once more, oldest first; 1,000 unless --max says otherwise.
Without --topic and --group it lists who has any.
`;

await endWithSentence(async (settings) => {
  const { values } = parseArgs({
    options: { topic: { type: 'string' }, group: { type: 'string' }, max: { type: 'string', default: '1000' } },
  });
  const max = Number(values.max);
  if (!Number.isSafeInteger(max) || max < 1 || !values.topic !== !values.group) {
    process.stdout.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const foundation = await openFoundation(settings);
  const bus = await openBus(settings, foundation);
  try {
    if (values.topic && values.group) {
      const count = await redrive(bus, { topic: values.topic, group: values.group, max });
      process.stdout.write(`Redrove ${count} events.\n`);
    } else {
      for (const { topic, group, deadLetters } of await bus.stats())
        process.stdout.write(`${topic}  ${group}  ${deadLetters} dead letters\n`);
    }
  } finally {
    await bus.stop();
    await foundation.close();
  }
});
