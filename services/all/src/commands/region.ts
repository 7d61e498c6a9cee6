import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand, stopRequest } from '@switchback/platform/process/run';
import { BuildFailed, storeRegion } from '@switchback/roads/region/region-build';
import { removeStoredRegion } from '@switchback/roads/region/stored-archive';

const USAGE = `Usage: npm run region -- FILE.osm.pbf
       npm run region -- --remove

Builds the region of an OpenStreetMap extract into the storage, while the product runs or not.
`;

const stop = new AbortController();
void stopRequest().then(() => stop.abort());

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { remove: { type: 'boolean' } },
});
const [file, ...more] = positionals;
const isRemoving = values.remove === true;
if (more.length > 0 || isRemoving === (file !== undefined) || file?.startsWith('-')) {
  process.stderr.write(USAGE);
  process.exit(1);
}

await runCommand(
  async (foundation) => {
    const { settings, clock } = foundation;
    const storage = await foundation.storage();
    if (file === undefined) {
      await removeStoredRegion(storage);
      process.stdout.write('Removed the region.\n');
      return;
    }
    try {
      const { built } = await storeRegion(resolve(process.env.INIT_CWD ?? process.cwd(), file), {
        storage,
        clock,
        dataDir: settings.DATA_DIR,
        signal: stop.signal,
        onProgress: (share) => process.stdout.write(`\r${Math.round(share * 100)} %`),
      });
      const words = built ? `in ${built.seconds.toFixed(1)} s, ${Math.round(built.size / 1e5) / 10} MB` : 'already';
      process.stdout.write(`\rBuilt the region ${words}.\n`);
    } catch (error) {
      if (!(error instanceof BuildFailed) && !stop.signal.aborted) throw error;
      process.stderr.write(`\n${stop.signal.aborted ? 'Stopped; nothing was stored.' : (error as Error).message}\n`);
      process.exitCode = 1;
    }
  },
  ['s3'],
);
