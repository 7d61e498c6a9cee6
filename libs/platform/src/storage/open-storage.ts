import { join } from 'node:path';
import type { Clock } from '../clock.js';
import type { Settings } from '../config/settings.js';
import { DiskStorage } from './disk/disk-storage.js';
import { FILES_PATH, LocalFiles } from './disk/local-files.js';
import { isStorageError, type Storage } from './storage.js';

export interface OpenedStorage {
  storage: Storage;
  /** What answers links at {@link FILES_PATH}; null where the storage answers them itself. */
  localFiles: LocalFiles | null;
}

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
export async function openStorage(settings: Settings, { clock, onError }: StorageParts): Promise<OpenedStorage> {
  const opened = settings.S3_ENDPOINT
    ? await openS3({ ...settings, S3_ENDPOINT: settings.S3_ENDPOINT }, { clock, onError })
    : await openDisk(settings, clock);
  opened.storage.sweep().catch(onError);
  return opened;
}

async function openDisk({ DATA_DIR, PUBLIC_URL }: Settings, clock: Clock): Promise<OpenedStorage> {
  const root = join(DATA_DIR, 'files');
  const storage = await DiskStorage.open({ root, linksUrl: PUBLIC_URL + FILES_PATH, clock });
  return { storage, localFiles: new LocalFiles(storage) };
}

async function openS3(
  settings: Settings & { S3_ENDPOINT: string },
  { clock, onError }: StorageParts,
): Promise<OpenedStorage> {
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
  return { storage, localFiles: null };
}
