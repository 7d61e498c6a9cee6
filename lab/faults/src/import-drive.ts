import { createDriveImports } from '@switchback/drives/schema';
import { systemClock } from '@switchback/platform/clock';
import { randomIds } from '@switchback/platform/ids';
import { fakePlaces } from '@switchback/testing/fake-places';
import { FakeRoads } from '@switchback/testing/fake-roads';
import type { DataSource } from 'typeorm';
import { draftOf } from './drafts.js';
import type { Oracle } from './oracle.js';

/** Writes the next edits of these drives in one transaction, in this process, and records them in the write log. */
export async function importDrives(
  { writeLog, drives }: Oracle,
  keys: readonly string[],
  source: DataSource = drives,
): Promise<void> {
  const edits = keys.map((key) => ({ key, edit: writeLog.start(key) }));
  const service = createDriveImports(source, {
    places: fakePlaces(),
    clock: systemClock,
    ids: randomIds,
    roads: async () => new FakeRoads(),
  });
  await service.importDrives(edits.map(({ key, edit }) => draftOf(key, edit)));
  const rows = await drives.query<{ key: string; id: string; rev: number; contentHash: string }[]>(
    'select import_key as key, id, rev, content_hash as "contentHash" from drive where import_key = any ($1)',
    [keys],
  );
  const stored = new Map(rows.map((row) => [row.key, row]));
  for (const { key, edit } of edits) writeLog.acknowledge(key, edit, stored.get(key)!);
}
