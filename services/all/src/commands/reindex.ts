import { runCommand } from '@switchback/platform/process/run';
import { rebuildIndex } from '../rebuild-index.js';

await runCommand(
  async (foundation) => {
    const { indexed, skipped } = await rebuildIndex(foundation, {
      progress: (done) => process.stdout.write(`\r${done} drives read`),
      skipped: (id, cause) => process.stderr.write(`\nDrive ${id} was skipped: ${cause.message}\n`),
    });
    process.stdout.write(`\nRebuilt the search index: ${indexed} drives.\n`);
    if (skipped > 0) {
      process.stderr.write(`${skipped} drives could not be indexed.\n`);
      process.exitCode = 1;
    }
  },
  ['postgres', 'elasticsearch'],
);
