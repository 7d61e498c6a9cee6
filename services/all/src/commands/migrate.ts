import { PostgresBus } from '@switchback/platform/events/postgres-bus';
import { GraphileJobs } from '@switchback/platform/jobs/graphile/graphile-jobs';
import { runCommand } from '@switchback/platform/process/run';
import { schemas } from '../schemas.js';

type Schema = [name: string, migrate: () => Promise<void>];

/**
 * Migrates every schema and exits; a lock admits one process at a time. Also creates schemas that this configuration
 * does not use, so that another engine can be chosen later without a migration.
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
