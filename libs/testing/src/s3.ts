import { systemClock, type Clock } from '@switchback/platform/clock';
import { randomIds } from '@switchback/platform/ids';
import { S3Storage, type S3StorageOptions } from '@switchback/platform/storage/s3/s3-storage';

/** The object store tests may use, from the environment; empty where it names none. */
export const S3_ENDPOINT = process.env['S3_ENDPOINT'] ?? '';
const { S3_ACCESS_KEY = '', S3_SECRET_KEY = '', S3_REGION = 'us-east-1' } = process.env;

/** True where the environment names an object store that tests may use. */
export const HAVE_S3 = S3_ENDPOINT !== '';

/** For the title of a suite that needs it. */
export const WITHOUT_S3 = 'skipped: S3_ENDPOINT names no object store';

/** A bucket nobody else uses, so that a store can be shared. */
export function freshBucket(): string {
  return `test-${randomIds.uuid()}`;
}

/** The settings of a process that uses a bucket of the store. */
export function s3Environment(bucket: string): Record<string, string> {
  return { S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION, S3_BUCKET: bucket };
}

/** A storage on the store of the environment. */
export function openTestS3(
  bucket: string,
  options: Partial<S3StorageOptions> & { clock?: Pick<Clock, 'now'> } = {},
): S3Storage {
  const login = { accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY, region: S3_REGION };
  return new S3Storage({ endpoint: S3_ENDPOINT, bucket, clock: systemClock, ...login, ...options });
}
