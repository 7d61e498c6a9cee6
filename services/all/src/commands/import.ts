import { resolve } from 'node:path';
import { connectDrives, createDriveImports } from '@switchback/drives/schema';
import { openHeights } from '@switchback/roads/elevation/open-heights';
import { importCommand } from '@switchback/drives/import/command';
import type { MeasureLineRequest } from '@switchback/proto/roads/v1/service';
import { measureHere } from '@switchback/roads/lines/line-measures';
import { runCommand, stopRequest } from '@switchback/platform/process/run';

/** Resolves file names against the directory that the person called npm from. */
const from = process.env.INIT_CWD ?? process.cwd();
const argv = process.argv.slice(2).map((word) => (word.startsWith('-') ? word : resolve(from, word)));

const stop = new AbortController();
void stopRequest().then(() => stop.abort());

await runCommand(async ({ settings, clock, ids, ...engines }) => {
  const source = await connectDrives(await engines.database());
  try {
    const places = await engines.places();
    const heights = openHeights(settings, (message) => process.stderr.write(`${message}\n`));
    // Here, since the roads service of one process that runs everything listens to no other.
    const roads = {
      measureLine: (line: MeasureLineRequest) => measureHere(line, heights, places),
      // Imported drives have no legs of a router.
      findManeuvers: async () => ({ lines: [] }),
    };
    const service = createDriveImports(source, { places, clock, ids, roads: async () => roads });
    process.exitCode = await importCommand(argv, { service, output: process.stdout, stop: stop.signal });
  } finally {
    await source.destroy();
  }
});
