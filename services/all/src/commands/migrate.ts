import { PostgresBus } from '@switchback/platform/events/postgres-bus';
import { GraphileJobs } from '@switchback/platform/jobs/graphile/graphile-jobs';
import { runCommand } from '@switchback/platform/process/run';
import { schemas } from '../services.js';

type Schema = [name: string, migrate: () => Promise<void>];

/**
 * Brings every schema up to date and ends; the lock lets one process at a time do so. Schemas that this configuration has
 * no use for are made too, so that another engine can be chosen later without one.
 */
await runCommand(async (foundation) => {
  const database = { ...(await foundation.database()), migrate: true };
  const all: Schema[] = [
    ...Object.entries(schemas).map(([name, connect]): Schema => [
      name,
      async () => (await connect(database)).destroy(),
    ]),
    ['bus', async () => (await PostgresBus.connect(database)).stop()],
    ['jobs', async () => (await GraphileJobs.open(database)).stop()],
  ];
  for (const [name, migrate] of all) {
    await migrate();
    process.stdout.write(`The schema of ${name} is up to date.\n`);
  }
});
