// Aim: files on disk honor the contract of the port; a full disk has its own error; nothing leaves the folder.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock, type Clock } from '@switchback/platform/clock';
import { DiskStorage } from '@switchback/platform/storage/disk/disk-storage';
import { LocalFiles } from '@switchback/platform/storage/disk/local-files';
import { StorageError } from '@switchback/platform/storage/storage';
import { storageConformance } from './storage-conformance.js';
import { bytesOf, ChunkedSource, type StorageUnderTest } from './storage-fixtures.js';
import { StorageProcess } from './storage-process.js';

const OPTIONS = { contentType: 'image/png', maxBytes: 1_000_000 };

const STATUS: Partial<Record<string, number>> = { denied: 403, 'not-found': 404, range: 416 };

/** Serves links with a minimal server. */
async function serveLinks(files: readonly LocalFiles[]): Promise<{ url: string; close: () => Promise<void> }> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const field = (name: string) => searchParams.get(name) ?? '';
    const { range, 'if-none-match': ifNoneMatch } = request.headers;
    const link = { key: pathname.slice(1), expires: field('expires'), signature: field('signature') };
    const { status, headers, body } = await files[0]!.answer({ ...link, range, ifNoneMatch });
    response.writeHead(status, headers);
    if (body) await pipeline(body, response);
    else response.end();
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead((error instanceof StorageError && STATUS[error.reason]) || 500).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

storageConformance('Disk storage', async (): Promise<StorageUnderTest> => {
  const folder = await mkdtemp(join(tmpdir(), 'storage-'));
  const root = join(folder, 'files');
  const served: LocalFiles[] = [];
  const server = await serveLinks(served);
  const openAt = (clock: Pick<Clock, 'now'>) => DiskStorage.open({ root, linksUrl: server.url, clock });
  const storage = await openAt(systemClock);
  served.push(new LocalFiles(async () => storage));
  return {
    storage,
    openAt,
    environment: { DATA_DIR: folder },
    fetch: (url, headers = {}) => fetch(url, { headers }),
    close: async () => {
      await server.close();
      expect(await readdir(folder)).toEqual(['files']);
      await rm(folder, { recursive: true });
    },
  };
});

describe('A folder of files', () => {
  let folder = '';
  const open = (root = folder) => DiskStorage.open({ root, linksUrl: 'http://localhost/files', clock: systemClock });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'storage-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('reports a full disk, and keeps nothing of the incomplete file', async () => {
    // Aim: F8: a full disk has its own error, the old file stays, no draft is left.
    const storage = await open(join(folder, 'files'));
    await storage.put('old.bin', [Buffer.from('old')], OPTIONS);
    const environment = { DATA_DIR: folder };
    const limit = { environment, fileBytesMax: 1_048_576 };
    const victim = StorageProcess.start({ command: 'fail', key: 'old.bin', megabytes: 2, ...limit });
    expect(await victim.line()).toBe('full');
    await victim.ended;
    expect(await storage.head('old.bin')).toMatchObject({ size: 3 });
    expect(await readdir(join(folder, 'files', '.drafts'))).toEqual([]);
  });

  it('continues to read an open file while it is replaced and deleted', async () => {
    // Aim: an opened file stays whole, whatever happens to its key.
    const storage = await open();
    const bytes = bytesOf(900_000);
    await storage.put('read/slowly.bin', new ChunkedSource(bytes), OPTIONS);
    const { body } = await storage.get('read/slowly.bin');
    await storage.put('read/slowly.bin', [Buffer.from('new')], OPTIONS);
    await storage.delete('read/slowly.bin');
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  });

  it('leaves no empty folders, and closes abandoned reads', async () => {
    // Aim: a year of created and deleted files leaves neither folders nor open files behind.
    const storage = await open();
    const openFiles = async () => (await readdir('/proc/self/fd')).length;
    await storage.put('a/b/c.d', [Buffer.from('x')], OPTIONS);
    const before = await openFiles();
    for (let round = 0; round < 50; round += 1) {
      (await storage.get('a/b/c.d')).body.destroy();
      await storage.get('a/b/c.d', { start: 9 }).catch(() => undefined);
      await storage.head('a/b/c.d');
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(await openFiles()).toBeLessThan(before + 10);
    await storage.delete('a/b/c.d');
    expect((await readdir(folder)).sort()).toEqual(['.drafts', '.secret']);
  });

  it('restricts files and the link secret to its own account, and persists the secret', async () => {
    // Aim: other accounts on the machine cannot read private data, and links survive a restart.
    const [one, two] = await Promise.all([open(), open()]);
    await one.put('private.bin', [Buffer.from('x')], OPTIONS);
    for (const name of ['private.bin', '.secret']) expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
    const url = new URL(await one.link('private.bin', 60));
    const [expires, signature] = [url.searchParams.get('expires') ?? '', url.searchParams.get('signature') ?? ''];
    expect([two, await open()].map(({ links }) => links.allows('private.bin', expires, signature))).toEqual([
      true,
      true,
    ]);
    expect(two.links.allows('private.bin', expires, '')).toBe(false);
  });

  it('rejects a foreign file, and a path that is not a folder', async () => {
    // Aim: a file placed there by hand is not served as ours.
    const storage = await open();
    await writeFile(join(folder, 'foreign.bin'), 'x');
    await expect(storage.get('foreign.bin')).rejects.toMatchObject({ reason: 'failed' });
    await mkdir(join(folder, 'other'));
    await writeFile(join(folder, 'other', 'file'), 'x');
    await expect(open(join(folder, 'other', 'file'))).rejects.toMatchObject({ name: 'StorageError' });
  });
});
