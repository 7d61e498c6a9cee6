import { Client } from 'minio';
import { systemClock, type Clock } from '@switchback/platform/clock';
import { randomIds } from '@switchback/platform/ids';
import { S3Storage, type S3StorageOptions } from '@switchback/platform/storage/s3/s3-storage';

/** URL of the object store for tests, from the environment; empty if there is none. */
export const S3_ENDPOINT = process.env['S3_ENDPOINT'] ?? '';
const { S3_ACCESS_KEY = '', S3_SECRET_KEY = '', S3_REGION = 'us-east-1' } = process.env;

/** True if the environment names an object store for tests. */
export const HAVE_S3 = S3_ENDPOINT !== '';

/** Title of a skipped suite that needs an object store. */
export const WITHOUT_S3 = 'skipped: S3_ENDPOINT names no object store';

/** Returns a unique bucket name, so that a store can be shared. */
export function freshBucket(): string {
  return `test-${randomIds.uuid()}`;
}

/** Returns the settings of a process that uses a bucket of the store. */
export function s3Environment(bucket: string): Record<string, string> {
  return { S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION, S3_BUCKET: bucket };
}

/** Opens a storage on the store of the environment. */
export function openTestS3(
  bucket: string,
  options: Partial<S3StorageOptions> & { clock?: Pick<Clock, 'now'> } = {},
): S3Storage {
  const login = { accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY, region: S3_REGION };
  return new S3Storage({ endpoint: S3_ENDPOINT, bucket, clock: systemClock, ...login, ...options });
}

/** Returns the names of the buckets with this prefix. */
export async function listBuckets(prefix: string): Promise<string[]> {
  const buckets = await openClient().listBuckets();
  return buckets.flatMap(({ name }) => (name.startsWith(prefix) ? name : [])).sort();
}

/** Deletes the buckets with this prefix and their contents. */
export async function dropBuckets(prefix: string): Promise<void> {
  const client = openClient();
  for (const bucket of await listBuckets(prefix)) {
    const keys: string[] = [];
    for await (const { name } of client.listObjectsV2(bucket, '', true) as AsyncIterable<{ name: string }>)
      keys.push(name);
    await client.removeObjects(bucket, keys);
    await client.removeBucket(bucket);
  }
}

function openClient(): Client {
  const { hostname, port, protocol } = new URL(S3_ENDPOINT);
  return new Client({
    endPoint: hostname,
    useSSL: protocol === 'https:',
    region: S3_REGION,
    ...(port !== '' && { port: Number(port) }),
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
  });
}
