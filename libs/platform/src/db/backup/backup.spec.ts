// Aim: after losing a database, or damaging its data by mistake, an operator gets back everything that was acknowledged
// before a given moment, and nothing that came after it.
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { link, mkdir, mkdtemp, readFile, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, joinOrStart } from '../embedded-postgres.js';
import { listBaseBackups, takeBaseBackup } from './base-backup.js';
import { restore } from './restore.js';

describe('A backup of the embedded PostgreSQL', () => {
  const folders: string[] = [];
  const servers: EmbeddedPostgres[] = [];

  const newFolder = async (name: string) => {
    const folder = await mkdtemp(join(tmpdir(), name));
    folders.push(folder);
    return folder;
  };
  const start = async (dataDir: string, archive?: string) => {
    const server = await joinOrStart({ dataDir, durable: false, ...(archive && { archive }) });
    servers.push(server);
    return server;
  };
  const stop = async () => {
    for (const server of servers.splice(0)) await server.stop();
  };
  const query = async <T extends object>({ url }: EmbeddedPostgres, sql: string): Promise<T[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<T>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const write = (server: EmbeddedPostgres, ...numbers: number[]) =>
    query(server, `insert into written (n) values ${numbers.map((n) => `(${n})`).join()}`);
  const clockOf = async (server: EmbeddedPostgres) => {
    const [row] = await query<{ at: Date }>(server, 'select clock_timestamp() as at');
    return row!.at.getTime();
  };
  /** Returns a moment one millisecond after everything so far and before everything that follows. */
  const momentOf = async (server: EmbeddedPostgres) => {
    const moment = (await clockOf(server)) + 1;
    while ((await clockOf(server)) <= moment);
    return new Date(moment);
  };
  const readAll = async (server: EmbeddedPostgres) =>
    (await query<{ n: number }>(server, 'select n from written order by n')).map(({ n }) => n);
  const backUp = (server: EmbeddedPostgres, dataDir: string, backups: string, keep = 2) =>
    takeBaseBackup({ url: server.url, dataDir, backups, keep, now: () => new Date() });

  afterEach(async () => {
    jest.restoreAllMocks();
    await stop();
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });

  /** Starts a product that wrote 1 and 2, was backed up, wrote 3 and, after the returned moment, wrote 4. */
  const live = async () => {
    // Names that need shell quoting.
    const [dataDir, backups] = [await newFolder("switchback it's "), await newFolder('switchback 100% ')];
    const server = await start(dataDir, backups);
    await query(server, 'create table written (n int primary key)');
    await write(server, 1, 2);
    await mkdir(join(dataDir, 'files'));
    await writeFile(join(dataDir, 'files', 'photo'), 'light');
    await backUp(server, dataDir, backups);
    await write(server, 3);
    const moment = await momentOf(server);
    await write(server, 4);
    return { dataDir, backups, server, moment };
  };

  it('restores a moment: all writes before it and none after it', async () => {
    const { dataDir, backups, moment } = await live();
    await stop();
    const { before, lastChange } = await restore({ dataDir, backups, to: moment, durable: false });
    expect(lastChange!.getTime()).toBeLessThanOrEqual(moment.getTime());
    const again = await start(dataDir, backups);
    expect(await readAll(again)).toEqual([1, 2, 3]);
    // The server accepts writes, and the previous database was moved aside.
    await write(again, 5);
    expect(await readdir(before!)).toContain('PG_VERSION');
  });

  it('restores the latest state into an empty folder, with files and keys', async () => {
    const { dataDir, backups, server } = await live();
    // The disk is lost, including the segments that the server had not archived yet.
    await query(server, 'select pg_switch_wal()');
    await write(server, 6);
    await query(server, 'select pg_switch_wal()');
    await stop();
    await rm(dataDir, { recursive: true });
    const target = await newFolder('switchback anew ');
    await restore({ dataDir: target, backups, durable: false });
    expect(await readFile(join(target, 'files', 'photo'), 'utf8')).toBe('light');
    expect(await readAll(await start(target, backups))).toEqual([1, 2, 3, 4, 6]);
  });

  it('works again after a restore: a second one reaches a later moment', async () => {
    // Aim: a restore forks the log into a new timeline; a later restore must follow the latest one.
    const { dataDir, backups, moment } = await live();
    await stop();
    await restore({ dataDir, backups, to: moment, durable: false });
    const again = await start(dataDir, backups);
    await write(again, 40);
    const later = await momentOf(again);
    await write(again, 41);
    await stop();
    await restore({ dataDir, backups, to: later, durable: false });
    expect(await readAll(await start(dataDir, backups))).toEqual([1, 2, 3, 40]);
  });

  it('keeps the configured number of copies, and the log that they need', async () => {
    const { dataDir, backups, server } = await live();
    for (let count = 0; count < 3; count += 1) await backUp(server, dataDir, backups, 2);
    const stored = await listBaseBackups(backups);
    expect(stored).toHaveLength(2);
    const segments = (await readdir(join(backups, 'wal'))).filter((file) => /^[0-9A-F]{24}\.gz$/.test(file)).sort();
    expect(segments[0]!.slice(0, 24) >= stored[0]!.firstSegment).toBe(true);
    await stop();
    await rm(dataDir, { recursive: true });
    await restore({ dataDir, backups, durable: false });
    expect(await readAll(await start(dataDir, backups))).toEqual([1, 2, 3, 4]);
  });

  it.each<[string, (root: string) => Promise<() => Promise<void>>]>([
    [
      'first',
      async (root) => {
        // The name to which it moves the database is taken.
        jest.spyOn(Date, 'now').mockReturnValue(Date.now());
        const taken = join(root, `data.before-${Date.now()}`);
        await mkdir(join(taken, 'full'), { recursive: true });
        return async () => {
          jest.restoreAllMocks();
          await rm(taken, { recursive: true });
        };
      },
    ],
    [
      'last',
      async (root) => {
        const key = join(root, 'key');
        await rename(key, `${key}.aside`);
        await mkdir(key);
        return async () => {
          await rmdir(key);
          await rename(`${key}.aside`, key);
        };
      },
    ],
  ])('leaves the previous state usable if the %s step of the switch fails', async (_step, obstruct) => {
    const { dataDir, backups, server, moment } = await live();
    const [root, photo, sameFile] = ['postgres', 'files/photo', 'same-file'].map((name) => join(dataDir, name)) as [
      string,
      string,
      string,
    ];
    // The key changed after the backup.
    await query(server, `alter role postgres password 'changed'`);
    await stop();
    await writeFile(join(root, 'key'), 'changed');
    // A second name of the file shows whether a copy writes into it, and so could leave half of it.
    await writeFile(photo, 'dark');
    await link(photo, sameFile);
    const log = await readdir(join(backups, 'wal'));
    const clear = await obstruct(root);
    await expect(restore({ dataDir, backups, to: moment, durable: false })).rejects.toThrow(/rename/);
    await clear();
    expect(await readdir(join(backups, 'wal'))).toEqual(log);
    expect((await readdir(root)).filter((name) => name.includes('before'))).toEqual([]);
    expect(await readFile(join(root, 'key'), 'utf8')).toBe('changed');
    expect([await readFile(photo, 'utf8'), await readFile(sameFile, 'utf8')]).toEqual(['light', 'dark']);
    expect(await readAll(await start(dataDir))).toEqual([1, 2, 3, 4]);
  });

  it('explains in a sentence why it refuses, and changes nothing', async () => {
    const { dataDir, backups, server, moment } = await live();
    await expect(restore({ dataDir, backups })).rejects.toThrow(/runs on .*: stop it first/);
    await stop();
    const early = new Date(moment.getTime() - 86_400_000);
    await expect(restore({ dataDir, backups, to: early, durable: false })).rejects.toThrow(
      /The oldest backup was finished/,
    );
    const late = new Date(moment.getTime() + 86_400_000);
    await expect(restore({ dataDir, backups, to: late, durable: false })).rejects.toThrow(/The log ends before/);
    await expect(restore({ dataDir, backups: await newFolder('empty'), durable: false })).rejects.toThrow(/no backup/);
    const plain = await start(dataDir);
    expect(await readAll(plain)).toEqual([1, 2, 3, 4]);
    await expect(backUp(plain, dataDir, backups)).rejects.toThrow(/BACKUP_DIR/);
    expect(server.port).toBeGreaterThan(0);
  });
});
