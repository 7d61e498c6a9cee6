// Aim: uploads left behind by a crash are deleted within hours, but never one that is about to be used.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { LIST_MAX, type ListedFile, type ListQuery } from '@switchback/platform/storage/storage';
import { OrphanedUploads } from './orphaned-uploads.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const MINUTE_MS = 60_000;

/** Empty files, listed page by page. */
class FakeFiles {
  readonly files = new Map<string, Date>();
  pages = 0;

  add(key: string, minutesAgo: number): void {
    this.files.set(key, new Date(NOW.getTime() - minutesAgo * MINUTE_MS));
  }

  list = async ({ prefix, after = '', max }: ListQuery): Promise<ListedFile[]> => {
    this.pages++;
    const keys = [...this.files.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    return keys.slice(0, max).map((key) => ({ key, size: 0, modifiedAt: this.files.get(key)! }));
  };

  /** Keys of files that cannot be deleted. */
  readonly stuck = new Set<string>();

  delete = async (key: string): Promise<void> => {
    if (this.stuck.has(key)) throw new Error(`${key} is stuck`);
    this.files.delete(key);
  };
}

let storage: FakeFiles;
beforeEach(() => {
  storage = new FakeFiles();
});

const sweep = (signal = new AbortController().signal) =>
  new OrphanedUploads(storage, { now: () => NOW }).remove(signal);

describe('orphaned uploads', () => {
  it('are deleted after an hour, and nothing else is', async () => {
    storage.add('uploads/old.bin', 61);
    storage.add('uploads/new.bin', 59);
    storage.add('users/ann/1/small.jpg', 10_000);
    await sweep();
    expect([...storage.files.keys()]).toEqual(['uploads/new.bin', 'users/ann/1/small.jpg']);
  });

  it('are found behind any number of fresh ones', async () => {
    for (let index = 0; index < 2 * LIST_MAX; index++) storage.add(`uploads/a${String(index).padStart(5, '0')}.bin`, 1);
    storage.add('uploads/z.bin', 100);
    await sweep();
    expect([storage.files.size, storage.files.has('uploads/z.bin')]).toEqual([2 * LIST_MAX, false]);
  });

  it('can be swept by two processes concurrently', async () => {
    for (let index = 0; index < 50; index++) storage.add(`uploads/${index}.bin`, 100);
    await Promise.all([sweep(), sweep()]);
    expect(storage.files.size).toBe(0);
  });

  // Aim: one file that cannot be deleted does not block those behind it, and the hourly job still fails with its cause.
  it('are deleted although one of them cannot be', async () => {
    for (const name of ['a', 'b', 'c']) storage.add(`uploads/${name}.bin`, 100);
    storage.stuck.add('uploads/a.bin');
    await expect(sweep()).rejects.toThrow('uploads/a.bin is stuck');
    expect([...storage.files.keys()]).toEqual(['uploads/a.bin']);
  });

  it('are left for the next hour if there are too many, or the process stops', async () => {
    for (let index = 0; index < 21 * LIST_MAX; index++) storage.add(`uploads/${String(index).padStart(5, '0')}.bin`, 1);
    await sweep();
    expect(storage.pages).toBe(20);
    storage.add('uploads/0.bin', 100);
    await expect(sweep(AbortSignal.abort(new Error('stopping')))).rejects.toThrow(/^stopping$/);
    expect(storage.files.has('uploads/0.bin')).toBe(true);
  });
});
