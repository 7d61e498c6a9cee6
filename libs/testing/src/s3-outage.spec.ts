// Aim: while the object store is unavailable or frozen, every call ends in time with its own error, and later recovers.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { isTransient } from '@switchback/platform/transient';
import type { S3Storage } from '@switchback/platform/storage/s3/s3-storage';
import { freshBucket, HAVE_S3, openTestS3, S3_ENDPOINT, WITHOUT_S3 } from './s3.js';
import { bytesOf, ChunkedSource, contentOf } from './storage-fixtures.js';
import { TcpProxy } from './tcp-proxy.js';
import { waitUntil } from './wait.js';

const OPTIONS = { contentType: 'image/png', maxBytes: 100_000_000 };
/** Short, to keep the outages short; calls that must succeed get the product's timing. */
const TIMING = { answerMs: 1_500, idleMs: 2_000 };
const MEGABYTE = 1_048_576;
/** Twice the longest wait, for a busy machine. */
const IN_TIME_MS = 6_000;

(HAVE_S3 ? describe : describe.skip)(HAVE_S3 ? 'On S3' : WITHOUT_S3, () => {
  let proxy: TcpProxy | undefined;
  let storage: S3Storage | undefined;
  let patient: S3Storage | undefined;
  const bucket = freshBucket();

  /** Retries until a busy machine lets the store be fast enough for the impatient client. */
  const putInTheEnd = (what: S3Storage, name: string, text: string) =>
    waitUntil(`the store to take ${name}`, () =>
      what.put(name, [Buffer.from(text)], OPTIONS).then(
        () => true,
        (error: unknown) => {
          if (!isTransient(error)) throw error;
          return false;
        },
      ),
    );

  beforeEach(async () => {
    const through = await TcpProxy.forUrl(S3_ENDPOINT);
    proxy = through.proxy;
    const endpoint = through.url.replace(/\/$/, '');
    storage = openTestS3(bucket, { endpoint, timing: TIMING });
    patient = openTestS3(bucket, { endpoint });
    await putInTheEnd(storage, 'there.txt', 'there');
  });
  afterEach(async () => {
    proxy?.restore();
    proxy?.resume();
    await storage?.close();
    await patient?.close();
    await proxy?.close();
  });

  /** Expects a call to fail in time, with the right error. */
  const expectAway = async (work: () => Promise<unknown>) => {
    const startedMs = systemClock.monotonicMs();
    const failure: unknown = await work().then(
      () => 'It succeeded.',
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ name: 'StorageError', reason: 'away' });
    expect(isTransient(failure)).toBe(true);
    expect(systemClock.monotonicMs() - startedMs).toBeLessThan(IN_TIME_MS);
  };

  it.each([
    { fault: 'unreachable', begin: () => proxy!.cut(), end: () => proxy!.restore() },
    { fault: 'suspended', begin: () => proxy!.pause(), end: () => proxy!.resume() },
  ])('reports that the store is $fault, and recovers', async ({ begin, end }) => {
    begin();
    await expectAway(() => storage!.get('there.txt'));
    await expectAway(() => storage!.head('there.txt'));
    await expectAway(() => storage!.list({ prefix: '', max: 1 }));
    await expectAway(() => storage!.delete('there.txt'));
    const source = new ChunkedSource(bytesOf(100_000));
    await expectAway(() => storage!.put('new.txt', source, OPTIONS));
    expect(source.ended).toBe(true);
    // Making a link needs no store.
    expect(await storage!.link('there.txt', 60)).toContain('X-Amz-Signature');
    end();
    await putInTheEnd(storage!, 'there.txt', 'again');
    expect((await contentOf((await patient!.get('there.txt')).body)).toString()).toBe('again');
  });

  it('exposes nothing of an interrupted upload', async () => {
    // Aim: the connection breaks between two parts; the old file stays, and later puts succeed.
    async function* source() {
      yield bytesOf(10 * MEGABYTE);
      proxy!.cut();
      yield bytesOf(10 * MEGABYTE);
    }
    await expectAway(() => storage!.put('there.txt', source(), OPTIONS));
    proxy!.restore();
    expect((await contentOf((await patient!.get('there.txt')).body)).toString()).toBe('there');
    await patient!.put('there.txt', new ChunkedSource(bytesOf(20 * MEGABYTE)), OPTIONS);
    expect((await patient!.head('there.txt'))?.size).toBe(20 * MEGABYTE);
  });

  it.each([
    { fault: 'breaks', begin: () => proxy!.cut() },
    { fault: 'stands still', begin: () => proxy!.pause() },
  ])('fails the reader of a file whose connection $fault', async ({ begin }) => {
    // Aim: a reader never mistakes a part for the whole, nor waits forever.
    await patient!.put('large.bin', new ChunkedSource(bytesOf(20 * MEGABYTE)), OPTIONS);
    const { body } = await storage!.get('large.bin');
    let read = 0;
    const reading = (async () => {
      for await (const chunk of body) {
        if (read === 0) begin();
        read += (chunk as Buffer).length;
      }
    })();
    await expect(reading).rejects.toMatchObject({ message: expect.any(String) });
    expect(read).toBeLessThan(20 * MEGABYTE);
  });

  it('starts while the store is unavailable, and distinguishes a wrong login from that', async () => {
    // Aim: an outage is temporary, a wrong password is not.
    const stranger = openTestS3(bucket, { accessKey: 'nobody', secretKey: 'nothing-at-all' });
    await expect(stranger.ensureBucket()).rejects.toMatchObject({ reason: 'denied' });
    await stranger.close();
    proxy!.cut();
    const early = openTestS3(freshBucket(), { endpoint: `http://127.0.0.1:${proxy!.port}`, timing: TIMING });
    await expectAway(() => early.ensureBucket());
    proxy!.restore();
    await putInTheEnd(early, 'first.txt', 'x');
    await early.close();
  });
});
