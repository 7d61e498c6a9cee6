import { connectDrives } from '@switchback/drives/drives.module';
import { DrivesQueries } from '@switchback/drives/drives.queries';
import { DrivesRpc } from '@switchback/drives/drives.rpc';
import { runCommand } from '@switchback/platform/process/run';
import { openIndex } from '@switchback/search/open-index';
import { reindex } from '@switchback/search/reindex';

await runCommand(async ({ settings, clock, ...engines }) => {
  const drives = await connectDrives(await engines.database());
  // A rebuild's statements take as long as there are drives.
  const database = async () => ({ ...(await engines.database()), statementTimeoutMs: 0 });
  const { index, close } = await openIndex(settings, { database, clock });
  try {
    const states = new DrivesRpc(new DrivesQueries(drives, clock));
    const { indexed, skipped } = await reindex(index, states, {
      progress: (done) => process.stdout.write(`\r${done} drives read`),
      skipped: (id, cause) => process.stderr.write(`\nDrive ${id} was left out: ${cause.message}\n`),
    });
    process.stdout.write(`\nThe search index was built anew: ${indexed} drives.\n`);
    if (skipped > 0) {
      process.stderr.write(`${skipped} drives could not be indexed.\n`);
      process.exitCode = 1;
    }
  } finally {
    await close();
    await drives.destroy();
  }
});
