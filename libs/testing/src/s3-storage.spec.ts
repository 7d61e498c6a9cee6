// Aim: files in an object store honor the contract of the port, on a real one.
import { describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { freshBucket, HAVE_S3, openTestS3, s3Environment, WITHOUT_S3 } from './s3.js';
import { storageConformance } from './storage-conformance.js';

(HAVE_S3 ? describe : describe.skip)(HAVE_S3 ? 'On S3' : WITHOUT_S3, () => {
  storageConformance('S3 storage', async () => {
    const bucket = freshBucket();
    const storage = openTestS3(bucket);
    return {
      storage,
      openAt: async (clock = systemClock) => openTestS3(bucket, { clock }),
      environment: s3Environment(bucket),
      fetch: (url, headers = {}) => fetch(url, { headers }),
      close: async () => {
        for (const { key } of await storage.list({ prefix: '', max: 1_000 })) await storage.delete(key);
        await storage.close();
      },
    };
  });

  it('starts links with the public address of the store', async () => {
    // Aim: inside a cluster, services use another address than people outside.
    const storage = openTestS3('drives', { publicEndpoint: 'https://files.example' });
    expect(await storage.link('a/b.png', 60)).toMatch(
      /^https:\/\/files\.example\/drives\/a\/b\.png\?.*X-Amz-Expires=60&/,
    );
    await storage.close();
  });
});
