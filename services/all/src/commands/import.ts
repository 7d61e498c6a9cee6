import { resolve } from 'node:path';
import { connectDrives, createDrivesService } from '@switchback/drives/drives.module';
import { importCommand } from '@switchback/drives/import/command';
import { openFoundation } from '../foundation.js';
import { endWithSentence, stopRequest } from '../run.js';

/** Files are named from where the person stands. */
const from = process.env.INIT_CWD ?? process.cwd();
const argv = process.argv.slice(2).map((word) => (word.startsWith('-') ? word : resolve(from, word)));

const stop = new AbortController();
void stopRequest().then(() => stop.abort());

await endWithSentence(async (settings) => {
  const foundation = await openFoundation(settings);
  try {
    const source = await connectDrives(foundation.database);
    try {
      const service = createDrivesService(source, foundation);
      process.exitCode = await importCommand(argv, { service, output: process.stdout, stop: stop.signal });
    } finally {
      await source.destroy();
    }
  } finally {
    await foundation.close();
  }
});
