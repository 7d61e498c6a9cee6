import { join } from 'node:path';
import type { Clock } from '../clock.js';
import type { Settings } from '../config/settings.js';
import { DiskStorage } from './disk/disk-storage.js';
import { FILES_PATH, LocalFiles } from './disk/local-files.js';
import { MeteredStorage } from './metered-storage.js';
import { isStorageError, type Storage } from './storage.js';

export interface StorageDependencies {
  clock: Clock;
  /** Called for failures that later calls retry. */
  onError: (error: unknown) => void;
}

/**
 * Opens the storage that the settings select: S3 if they name one, else files in `DATA_DIR`. Removes leftovers of dead
 * processes in the background.
 * @throws StorageError if the folder cannot be used or the object store denies access; an unavailable store is only
 * reported.
 */
export async function openStorage(settings: Settings, { clock, onError }: StorageDependencies): Promise<Storage> {
  const { S3_ENDPOINT } = settings;
  const storage = await (S3_ENDPOINT
    ? openS3({ ...settings, S3_ENDPOINT }, { clock, onError })
    : openDisk(settings, clock));
  storage.sweep().catch(onError);
  return storage;
}

/** Same as {@link openStorage}, with metrics. */
export async function openMeteredStorage(settings: Settings, deps: StorageDependencies): Promise<MeteredStorage> {
  return new MeteredStorage(await openStorage(settings, deps), deps.clock);
}

/** Returns the server of links at {@link FILES_PATH}; null if an object store serves them itself. */
export function localFiles(settings: Settings, clock: Clock): LocalFiles | null {
  return settings.S3_ENDPOINT ? null : new LocalFiles(() => openDisk(settings, clock));
}

function openDisk({ DATA_DIR, PUBLIC_URL }: Settings, clock: Clock): Promise<DiskStorage> {
  return DiskStorage.open({ root: join(DATA_DIR, 'files'), linksUrl: PUBLIC_URL + FILES_PATH, clock });
}

async function openS3(
  settings: Settings & { S3_ENDPOINT: string },
  { clock, onError }: StorageDependencies,
): Promise<Storage> {
  const { S3Storage } = await import('./s3/s3-storage.js');
  const { S3_ENDPOINT: endpoint, S3_PUBLIC_ENDPOINT: publicEndpoint, S3_REGION: region = 'us-east-1' } = settings;
  const { S3_BUCKET: bucket = 'switchback', S3_ACCESS_KEY: accessKey = '', S3_SECRET_KEY: secretKey = '' } = settings;
  const options = { endpoint, region, bucket, accessKey, secretKey, clock };
  const storage = new S3Storage({ ...options, ...(publicEndpoint !== undefined && { publicEndpoint }) });
  await storage.ensureBucket().catch(async (error: unknown) => {
    if (isStorageError(error, 'away')) return onError(error);
    await storage.close();
    throw error;
  });
  return storage;
}
