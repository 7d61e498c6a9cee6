import { connectAuth } from '@switchback/auth/create-auth';
import { connectDrives } from '@switchback/drives/drives.module';
import { PostgresBus } from '@switchback/platform/events/postgres-bus';
import { GraphileJobs } from '@switchback/platform/jobs/graphile/graphile-jobs';
import { runCommand } from '@switchback/platform/process/run';
import { connectSearch } from '@switchback/search/open-index';
import { connectUsers } from '@switchback/users/users.module';

/**
 * Brings every schema up to date and ends; the lock lets one process at a time do so. Schemas that this configuration has
 * no use for are made too, so that another engine can be chosen later without one.
 */
await runCommand(async (foundation) => {
  const database = { ...(await foundation.database()), migrate: true };
  const schemas: [string, () => Promise<void>][] = [
    ['auth', async () => (await connectAuth(database)).destroy()],
    ['drives', async () => (await connectDrives(database)).destroy()],
    ['search', async () => (await connectSearch(database)).destroy()],
    ['users', async () => (await connectUsers(database)).destroy()],
    ['bus', async () => (await PostgresBus.connect(database)).stop()],
    ['jobs', async () => (await GraphileJobs.open(database)).stop()],
  ];
  for (const [name, migrate] of schemas) {
    await migrate();
    process.stdout.write(`The schema of ${name} is up to date.\n`);
  }
});
