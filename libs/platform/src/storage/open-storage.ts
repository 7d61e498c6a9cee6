import { join } from 'node:path';
import type { Clock } from '../clock.js';
import type { Settings } from '../config/settings.js';
import { DiskStorage } from './disk/disk-storage.js';
import { FILES_PATH, LocalFiles } from './disk/local-files.js';
import { MeteredStorage } from './metered-storage.js';
import { isStorageError, type Storage } from './storage.js';

export interface StorageParts {
  clock: Clock;
  /** Told what failed and is tried again by later calls. */
  onError: (error: unknown) => void;
}

/**
 * The storage the settings choose: S3 where they name it, else files in `DATA_DIR`. What dead processes left is swept
 * beside the start.
 * @throws StorageError when the folder cannot be used, or the object store refuses us; one that is away is only told of.
 */
export async function openStorage(settings: Settings, { clock, onError }: StorageParts): Promise<Storage> {
  const { S3_ENDPOINT } = settings;
  const storage = await (S3_ENDPOINT
    ? openS3({ ...settings, S3_ENDPOINT }, { clock, onError })
    : openDisk(settings, clock));
  storage.sweep().catch(onError);
  return storage;
}

/** The same, with its figures. */
export async function openMeteredStorage(settings: Settings, parts: StorageParts): Promise<MeteredStorage> {
  return new MeteredStorage(await openStorage(settings, parts), parts.clock);
}

/** What answers links at {@link FILES_PATH}; null where an object store answers them itself. */
export function localFiles(settings: Settings, clock: Clock): LocalFiles | null {
  return settings.S3_ENDPOINT ? null : new LocalFiles(() => openDisk(settings, clock));
}

function openDisk({ DATA_DIR, PUBLIC_URL }: Settings, clock: Clock): Promise<DiskStorage> {
  return DiskStorage.open({ root: join(DATA_DIR, 'files'), linksUrl: PUBLIC_URL + FILES_PATH, clock });
}

async function openS3(
  settings: Settings & { S3_ENDPOINT: string },
  { clock, onError }: StorageParts,
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
