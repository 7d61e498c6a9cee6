import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@switchback/platform/clock';
import { DiskStorage } from '@switchback/platform/storage/disk/disk-storage';

/** A storage in its own folder. */
export interface TempStorage {
  storage: DiskStorage;
  folder: string;
  /** Deletes the folder. */
  close(): Promise<void>;
}

export async function openTempStorage(): Promise<TempStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'storage-'));
  const storage = await DiskStorage.open({ root: folder, linksUrl: '/files', clock: systemClock });
  return { storage, folder, close: () => rm(folder, { recursive: true }) };
}
