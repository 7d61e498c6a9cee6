import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LINK_SECONDS_MAX, LIST_MAX, type Storage, type StorageReason } from '@switchback/platform/storage/storage';
import { runSeed, seededRandom } from './random.js';
import {
  BAD_KEYS,
  bytesOf,
  ChunkedSource,
  clockOff,
  contentOf,
  digest,
  GOOD_KEYS,
  type StorageUnderTest,
} from './storage-fixtures.js';
import { StorageProcess } from './storage-process.js';
import { waitUntil } from './wait.js';

const PNG = 'image/png';
const OPTIONS = { contentType: PNG, maxBytes: 100_000_000 };
const MEGABYTE = 1_048_576;
/** Part size of S3 uploads, whose boundaries are tested. */
const PART_BYTES = 8 * MEGABYTE;
const WEEK_MS = 7 * 86_400_000;
const STREAMED_MEGABYTES = 200;
/** A few parts of a put, and memory freed but not yet returned: up to a quarter of the file was observed. */
const MEMORY_BYTES_MAX = (STREAMED_MEGABYTES / 2) * MEGABYTE;

/** Conformance suite for every file storage. `SEED` repeats a run. */
export function storageConformance(name: string, open: () => Promise<StorageUnderTest>): void {
  const seed = runSeed();
  describe(`${name} honors the contract of a storage (SEED=${seed})`, () => {
    let opened: StorageUnderTest | undefined;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(async () => {
      await opened?.close();
    });

    const underTest = () => opened!;
    const storage = (): Storage => opened!.storage;
    const put = (key: string, bytes: Buffer) => storage().put(key, new ChunkedSource(bytes), OPTIONS);
    const read = async (key: string) => contentOf((await storage().get(key)).body);
    const refusal = (reason: StorageReason) => expect.objectContaining({ name: 'StorageError', reason });
    /** Sweeps a week later, which removes the remains of dead puts. */
    const sweepLater = async () => {
      const later = await underTest().openAt(clockOff(WEEK_MS));
      try {
        return await later.sweep();
      } finally {
        await later.close();
      }
    };

    it.each([0, 1, 100_000, PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 2 * PART_BYTES + 70_000])(
      'returns %d bytes as they were stored',
      async (size) => {
        // Aim: content, size, type and ETag are intact at every size, even if an engine splits files into parts.
        const key = `sizes/${size}.png`;
        const bytes = bytesOf(size, seed);
        const before = Date.now() - 2_000;
        const stored = await put(key, bytes);
        const { body, range, ...facts } = await storage().get(key);
        expect(digest(await contentOf(body))).toBe(digest(bytes));
        expect(range).toBeUndefined();
        expect(facts).toMatchObject({ key, size, contentType: PNG, etag: stored.etag });
        expect(facts.modifiedAt.getTime()).toBeGreaterThan(before);
        expect(await storage().head(key)).toMatchObject({ key, size, contentType: PNG, etag: stored.etag });
        expect(stored.size).toBe(size);
        expect(facts.etag).toMatch(/^[\w-]{8,}$/);
      },
    );

    it('replaces a file with a new one', async () => {
      // Aim: everything is the new file's: content, type and ETag.
      const first = await put('replaced.txt', bytesOf(300_000, 1));
      const second = await storage().put('replaced.txt', [Buffer.from('new')], {
        ...OPTIONS,
        contentType: 'text/plain',
      });
      expect(second.etag).not.toBe(first.etag);
      expect((await read('replaced.txt')).toString()).toBe('new');
      expect(await storage().head('replaced.txt')).toMatchObject({ size: 3, contentType: 'text/plain' });
    });

    it('reports a missing file', async () => {
      // Aim: a missing file is distinct from a failure, and deleting it is a no-op.
      await expect(storage().get('nothing/here.txt')).rejects.toEqual(refusal('not-found'));
      await expect(storage().get('nothing/here.txt', { start: 1 })).rejects.toEqual(refusal('not-found'));
      expect(await storage().head('nothing/here.txt')).toBeUndefined();
      await storage().delete('nothing/here.txt');
      await put('deleted.txt', Buffer.from('x'));
      await storage().delete('deleted.txt');
      await storage().delete('deleted.txt');
      expect(await storage().head('deleted.txt')).toBeUndefined();
    });

    it.each([
      [{ start: 0 }, [0, 99]],
      [{ start: 0, end: 0 }, [0, 0]],
      [{ start: 99 }, [99, 99]],
      [{ start: 10, end: 19 }, [10, 19]],
      [{ start: 90, end: 1_000 }, [90, 99]],
      [{ start: 0, end: 99 }, [0, 99]],
    ] as const)('reads the range %j', async (range, [start, end]) => {
      // Aim: both ends are inclusive, and an end past the file is clipped.
      const bytes = bytesOf(100, seed);
      await put('ranges.bin', bytes);
      const file = await storage().get('ranges.bin', range);
      expect({ size: file.size, range: file.range }).toEqual({ size: 100, range: { start, end } });
      expect((await contentOf(file.body)).equals(bytes.subarray(start, end + 1))).toBe(true);
    });

    it('rejects invalid ranges and ranges beyond the end', async () => {
      // Aim: an invalid range is never replaced by another one.
      await put('ranges.bin', bytesOf(100));
      await put('empty.bin', Buffer.alloc(0));
      for (const start of [100, 1_000_000])
        await expect(storage().get('ranges.bin', { start })).rejects.toEqual(refusal('range'));
      await expect(storage().get('empty.bin', { start: 0 })).rejects.toEqual(refusal('range'));
      for (const range of [{ start: -1 }, { start: 0.5 }, { start: Number.NaN }, { start: 5, end: 4 }])
        await expect(storage().get('ranges.bin', range)).rejects.toEqual(refusal('bad-request'));
    });

    it('rejects a file over the limit, and keeps the previous one', async () => {
      // Aim: the limit is exact to the byte, before and after the first part, and the source is released.
      await put('limited.bin', Buffer.from('old'));
      for (const maxBytes of [0, 1_000, PART_BYTES - 1, PART_BYTES, PART_BYTES + 5]) {
        const source = new ChunkedSource(bytesOf(maxBytes + 1));
        const options = { ...OPTIONS, maxBytes };
        await expect(storage().put('limited.bin', source, options)).rejects.toEqual(refusal('too-large'));
        expect(source.ended).toBe(true);
        expect((await read('limited.bin')).toString()).toBe('old');
        await storage().put('just-right.bin', new ChunkedSource(bytesOf(maxBytes)), options);
        expect((await storage().head('just-right.bin'))?.size).toBe(maxBytes);
      }
      expect(await sweepLater()).toBe(0);
    });

    it('stores nothing of a source that breaks', async () => {
      // Aim: the source's own error is passed on, the old file stays, and no partial file is left behind.
      const broken = new Error('The source broke.');
      await put('broken/old.bin', Buffer.from('old'));
      for (const size of [0, 10, 100_000, PART_BYTES + 100_000]) {
        for (const key of ['broken/old.bin', 'broken/new.bin']) {
          const source = new ChunkedSource(bytesOf(size), 65_000, broken);
          await expect(storage().put(key, source, OPTIONS)).rejects.toBe(broken);
        }
      }
      expect((await storage().list({ prefix: 'broken/', max: 10 })).map(({ key }) => key)).toEqual(['broken/old.bin']);
      expect((await read('broken/old.bin')).toString()).toBe('old');
      expect(await sweepLater()).toBe(0);
    });

    it('never returns part of a file, or parts of two', async () => {
      // Aim: while several writers put one key, every reader sees exactly one of the files.
      const random = seededRandom(seed);
      const contents = [10, 200_000, PART_BYTES + 1, PART_BYTES + 300_000].map((size, at) => bytesOf(size, seed + at));
      const known = new Set(contents.map(digest));
      await put('contended.bin', contents[0]!);
      let writing = true;
      const seen: string[] = [];
      const reader = async () => {
        while (writing) seen.push(digest(await read('contended.bin')));
      };
      const readers = [reader(), reader()];
      for (let round = 0; round < 3; round += 1)
        await Promise.all(random.shuffle(contents).map((content) => put('contended.bin', content)));
      writing = false;
      await Promise.all(readers);
      expect(seen.length).toBeGreaterThan(0);
      for (const found of [...seen, digest(await read('contended.bin'))]) expect(known).toContain(found);
      expect(await sweepLater()).toBe(0);
    });

    it('stores files while others in the same folder are deleted', async () => {
      // Aim: a delete that cleans up empty folders never breaks a concurrent put.
      const keys = Array.from({ length: 20 }, (_, index) => `folder/deep/file-${index}.txt`);
      for (let round = 0; round < 5; round += 1) {
        await Promise.all(keys.map(async (key) => put(key, Buffer.from(key)).then(() => storage().delete(key))));
      }
      await Promise.all(keys.map((key, index) => (index % 2 ? put(key, Buffer.from(key)) : storage().delete(key))));
      const left = await storage().list({ prefix: 'folder/', max: 100 });
      expect(left).toHaveLength(10);
    });

    it('lists keys in order, by prefix and by page', async () => {
      // Aim: every key once over all pages, in the same order on every storage, including keys with a common prefix.
      const prefix = 'listed/';
      const keys = [...GOOD_KEYS, 'a/b/d.e', 'b.c', 'a/b0.c'].map((key) => prefix + key);
      for (const key of seededRandom(seed).shuffle(keys)) await put(key, Buffer.from(key));
      const expected = keys.toSorted();
      expect((await storage().list({ prefix, max: LIST_MAX })).map(({ key }) => key)).toEqual(expected);
      const paged: string[] = [];
      for (let after: string | undefined; ; after = paged.at(-1)) {
        const page = await storage().list({ prefix, max: 4, ...(after !== undefined && { after }) });
        paged.push(...page.map(({ key }) => key));
        if (page.length < 4) break;
      }
      expect(paged).toEqual(expected);
      const some = await storage().list({ prefix: 'listed/a/b', max: 100 });
      expect(some.map(({ key }) => key)).toEqual(expected.filter((key) => key.startsWith('listed/a/b')));
      expect(some[0]?.size).toBe(some[0]?.key.length);
      expect(some[0]?.modifiedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
      expect(await storage().list({ prefix: 'listed/none', max: 100 })).toEqual([]);
      expect((await storage().list({ prefix: '', max: LIST_MAX })).length).toBeGreaterThan(expected.length);
      for (const max of [0, -1, 1.5, LIST_MAX + 1])
        await expect(storage().list({ prefix, max })).rejects.toEqual(refusal('bad-request'));
    });

    it.each(GOOD_KEYS)('accepts the key %s', async (key) => {
      // Aim: keys with a common prefix, or that look like numbers, are separate files.
      await put(key, Buffer.from(key));
      expect((await read(key)).toString()).toBe(key);
    });

    it.each(BAD_KEYS)('rejects the key %j', async (key) => {
      // Aim: no key escapes from the storage, and no two keys become one file.
      const bad = refusal('bad-key');
      const source = new ChunkedSource(Buffer.from('x'));
      await expect(storage().put(key, source, OPTIONS)).rejects.toEqual(bad);
      await expect(storage().get(key)).rejects.toEqual(bad);
      await expect(storage().head(key)).rejects.toEqual(bad);
      await expect(storage().delete(key)).rejects.toEqual(bad);
      await expect(storage().link(key, 60)).rejects.toEqual(bad);
      await expect(storage().list({ prefix: '', after: key, max: 1 })).rejects.toEqual(bad);
    });

    it.each(['..', '../', 'a/../', '/a', 'a\0', 'A', 'a//b', 'é', '.'])('lists nothing below %j', async (prefix) => {
      // Aim: a prefix cannot escape from the storage, just like a key.
      await expect(storage().list({ prefix, max: 1 })).rejects.toEqual(refusal('bad-key'));
    });

    it('rejects content types that could break a header', async () => {
      // Aim: the stored content type is safe to serve as it is.
      for (const contentType of ['', 'text', 'text/plain\r\nset-cookie: a=b', 'a/b/c', 'ä/b', 'text/plain;"'])
        await expect(storage().put('typed.txt', [], { ...OPTIONS, contentType })).rejects.toEqual(
          refusal('bad-request'),
        );
      await storage().put('typed.txt', [], { ...OPTIONS, contentType: 'text/html; charset=utf-8' });
      expect((await storage().head('typed.txt'))?.contentType).toBe('text/html; charset=utf-8');
    });

    it('lets a reader stop early', async () => {
      // Aim: abandoned reads leak no connection or file.
      const bytes = bytesOf(3 * MEGABYTE, seed);
      await put('left.bin', bytes);
      for (let round = 0; round < 100; round += 1) {
        const { body } = await storage().get('left.bin');
        for await (const chunk of body) if ((chunk as Buffer).length > 0) break;
        await waitUntil('the body to close', () => body.destroyed);
      }
      expect(digest(await read('left.bin'))).toBe(digest(bytes));
    });

    it('creates links that read one file for a limited time', async () => {
      // Aim: a link reads its file, in ranges too, and nothing else.
      const bytes = bytesOf(1_000, seed);
      await put('linked/file.png', bytes);
      const url = await storage().link('linked/file.png', 60);
      const whole = await underTest().fetch(url);
      expect([whole.status, whole.headers.get('content-type')]).toEqual([200, PNG]);
      expect(digest(new Uint8Array(await whole.arrayBuffer()))).toBe(digest(bytes));
      const part = await underTest().fetch(url, { range: 'bytes=990-' });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 990-999/1000']);
      expect(digest(new Uint8Array(await part.arrayBuffer()))).toBe(digest(bytes.subarray(990)));
      expect((await underTest().fetch(url, { range: 'bytes=1000-' })).status).toBe(416);
      expect((await underTest().fetch(url, { 'if-none-match': whole.headers.get('etag') ?? '' })).status).toBe(304);
      expect((await underTest().fetch(await storage().link('linked/missing.png', 60))).status).toBe(404);
      for (const seconds of [0, -1, 0.5, LINK_SECONDS_MAX + 1])
        await expect(storage().link('linked/file.png', seconds)).rejects.toEqual(refusal('bad-request'));
    });

    it('rejects altered and expired links', async () => {
      // Aim: no other file, no longer lifetime, no guessed signature.
      await put('linked/file.png', Buffer.from('x'));
      await put('linked/other.png', Buffer.from('y'));
      const url = new URL(await storage().link('linked/file.png', 60));
      const altered = (change: (copy: URL) => void) => {
        const copy = new URL(url);
        change(copy);
        return copy.href;
      };
      const [expires, signature] = [...url.searchParams.keys()].filter((key) => /expires$|signature$/i.test(key));
      const urls = [
        altered((copy) => (copy.pathname = copy.pathname.replace('file', 'other'))),
        altered((copy) => copy.searchParams.set(expires!, `${copy.searchParams.get(expires!)}0`)),
        altered((copy) =>
          copy.searchParams.set(signature!, `${copy.searchParams.get(signature!)}`.replace(/^./, '0_')),
        ),
      ];
      for (const bad of urls) expect((await underTest().fetch(bad)).status).not.toBe(200);
      const past = await underTest().openAt(clockOff(-120_000));
      const expired = await past.link('linked/file.png', 60);
      const lasting = await past.link('linked/file.png', 600);
      await past.close();
      expect((await underTest().fetch(expired)).status).toBe(403);
      expect((await underTest().fetch(lasting)).status).toBe(200);
    });

    it('exposes nothing of a killed upload, and sweeps it eventually', async () => {
      // Aim: kill -9 in the middle of a put leaves the old file, and a later sweep finds the remains.
      await put('killed/old.bin', Buffer.from('old'));
      for (const key of ['killed/old.bin', 'killed/new.bin']) {
        const { environment } = underTest();
        const victim = StorageProcess.start({ command: 'stall', key, megabytes: 20, environment });
        expect(await victim.line()).toBe('half');
        await victim.kill();
      }
      expect((await storage().list({ prefix: 'killed/', max: 10 })).map(({ key }) => key)).toEqual(['killed/old.bin']);
      expect((await read('killed/old.bin')).toString()).toBe('old');
      // It could still be writing.
      expect(await storage().sweep()).toBe(0);
      expect(await sweepLater()).toBe(2);
      expect(await sweepLater()).toBe(0);
      await put('killed/new.bin', Buffer.from('new'));
      expect((await read('killed/new.bin')).toString()).toBe('new');
    });

    it(`streams ${STREAMED_MEGABYTES} MB in and out with little memory`, async () => {
      // Aim: no file is ever held in memory as a whole, whatever its size.
      const task = { key: 'streamed.bin', megabytes: STREAMED_MEGABYTES, environment: underTest().environment };
      const streaming = StorageProcess.start({ command: 'stream', ...task });
      const growth = Number(await streaming.line());
      await streaming.ended;
      expect(growth).toBeGreaterThanOrEqual(0);
      expect(growth).toBeLessThan(MEMORY_BYTES_MAX);
      await storage().delete('streamed.bin');
    });
  });
}
