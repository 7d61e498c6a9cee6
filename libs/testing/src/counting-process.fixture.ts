import { writeSync } from 'node:fs';
import { CountingService, POISON } from './counting-service.js';

const KEYS = ['a', 'b', 'c', 'd', POISON];
/** It dies when it passes the step for the third time: by then every part is in full run. */
const LAST_PASSAGE = 3;

/** Counts without end and says on its output what was committed; ends as `kill -9` does at the step `CRASH_AT`. */
async function countUntilKilled({ DATABASE_URL = '', CRASH_AT }: NodeJS.ProcessEnv): Promise<void> {
  let passages = 0;
  const service = await CountingService.start(DATABASE_URL, (step) => {
    if (step === CRASH_AT && (passages += 1) === LAST_PASSAGE) process.kill(process.pid, 'SIGKILL');
  });
  for (let write = 0; ; write += 1) {
    const subject = KEYS[write % KEYS.length] ?? '';
    // At once and not through a stream: what was said is said, however soon the end comes.
    writeSync(1, `${subject} ${await service.write(subject)}\n`);
  }
}

await countUntilKilled(process.env);
