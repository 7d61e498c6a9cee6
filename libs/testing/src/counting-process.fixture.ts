import { writeSync } from 'node:fs';
import { CountingService, POISON } from './counting-service.js';

const KEYS = ['a', 'b', 'c', 'd', POISON];
/** Dies on the third passage of the step, when every part is busy. */
const LAST_PASSAGE = 3;

/** Counts without end and prints each commit; ends like `kill -9` at the step `CRASH_AT`. */
async function countUntilKilled({ DATABASE_URL = '', CRASH_AT }: NodeJS.ProcessEnv): Promise<void> {
  let passages = 0;
  const service = await CountingService.start(DATABASE_URL, (step) => {
    if (step === CRASH_AT && (passages += 1) === LAST_PASSAGE) process.kill(process.pid, 'SIGKILL');
  });
  for (let write = 0; ; write += 1) {
    const subject = KEYS[write % KEYS.length] ?? '';
    // Synchronous rather than through a stream, so that a printed line is never lost in a crash.
    writeSync(1, `${subject} ${await service.write(subject)}\n`);
  }
}

await countUntilKilled(process.env);
