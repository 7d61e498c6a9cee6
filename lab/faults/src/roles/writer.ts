// Writes drives as the import does and prints each one once it is committed.
import { createInterface } from 'node:readline';
import { connectDrives, createDriveImports } from '@switchback/drives/schema';
import { systemClock } from '@switchback/platform/clock';
import { randomIds } from '@switchback/platform/ids';
import { fakePlaces } from '@switchback/testing/fake-places';
import { FakeRoads } from '@switchback/testing/fake-roads';
import { draftOf } from '../drafts.js';
import { DATABASE, pass, say, serveUntilStopped } from './role.js';

const source = await connectDrives(DATABASE);
const service = createDriveImports(source, {
  places: fakePlaces(),
  clock: systemClock,
  ids: randomIds,
  roads: async () => new FakeRoads(),
});

async function write(key: string, edit: number): Promise<void> {
  const draft = draftOf(key, edit);
  await service.importDrives([draft]);
  pass('write.committed');
  const [drive] = await source.query<[{ id: string; rev: number }]>(
    'select id, rev from drive where import_key = $1 and content_hash = $2',
    [draft.key, draft.contentHash],
  );
  say(`done ${key} ${edit} ${drive.id} ${drive.rev} ${draft.contentHash}`);
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const [key = '', edit = ''] = line.split(' ');
  write(key, Number(edit)).catch((error: unknown) => say(`failed ${key} ${edit} ${String(error)}`));
});
await serveUntilStopped(() => source.destroy());
