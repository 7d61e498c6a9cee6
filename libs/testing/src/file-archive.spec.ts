// Aim: a restore brings back the file of every row that it brings back, also of the rows written since the last base
// backup, even if the product was killed or the backup folder was unusable while files were being archived.
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { takeBaseBackup } from '@switchback/platform/db/backup/base-backup';
import { restore } from '@switchback/platform/db/backup/restore';
import { type EmbeddedPostgres, joinOrStart } from '@switchback/platform/db/embedded-postgres';
import { DiskStorage } from '@switchback/platform/storage/disk/disk-storage';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { ChildProgram } from './child-program.js';
import { waitUntil } from './wait.js';

const PUT = { contentType: 'image/jpeg', maxBytes: 10_000_000 };
const DAY_MS = 86_400_000;

let folder: string;
let dataDir: string;
let backups: string;
let servers: EmbeddedPostgres[];
let program: ChildProgram | undefined;

beforeEach(async () => {
  // Names that need shell quoting.
  folder = await mkdtemp(join(tmpdir(), "switchback it's 100% "));
  [dataDir, backups] = [join(folder, 'data'), join(folder, 'backups')];
  await mkdir(dataDir);
  servers = [];
  program = undefined;
});
afterEach(async () => {
  await program?.kill();
  await stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(archive = true): Promise<EmbeddedPostgres> {
  const server = await joinOrStart({ dataDir, durable: false, ...(archive && { archive: backups }) });
  servers.push(server);
  return server;
}

async function stop(): Promise<void> {
  for (const server of servers.splice(0)) await server.stop();
}

async function query<Row extends object>({ url }: EmbeddedPostgres, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const storage = () =>
  DiskStorage.open({ root: join(dataDir, 'files'), linksUrl: 'http://localhost', clock: systemClock });
const contentOf = (key: string) => Buffer.alloc(200_000, key);
const photo = (number: number) => `photos/${number}/large.jpg`;

/** Stores a file, then its row, as the services do. */
async function upload(server: EmbeddedPostgres, key: string): Promise<void> {
  await (await storage()).put(key, [contentOf(key)], PUT);
  await query(server, `insert into photo (key) values ('${key}')`);
}

const completeSegment = (server: EmbeddedPostgres) => query(server, 'select pg_switch_wal()');
const backUp = (server: EmbeddedPostgres, keep = 2) =>
  takeBaseBackup({ url: server.url, dataDir, backups, keep, now: () => new Date() });
const segments = async () => (await readdir(join(backups, 'wal'))).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name));

async function live(): Promise<EmbeddedPostgres> {
  const server = await start();
  await query(server, 'create table photo (key text primary key)');
  await upload(server, 'photos/before/large.jpg');
  await backUp(server);
  return server;
}

/** Loses the disk, restores, and returns the restored rows; each must have its file, as it was uploaded. */
async function rowsAfterDisaster(): Promise<string[]> {
  await rm(dataDir, { recursive: true });
  await restore({ dataDir, backups, durable: false });
  const rows = await query<{ key: string }>(await start(), 'select key from photo order by key');
  const files = await storage();
  for (const { key } of rows) {
    const { body } = await files.get(key);
    expect((await buffer(body)).equals(contentOf(key))).toBe(true);
  }
  return rows.map(({ key }) => key);
}

it('restores the files uploaded since the base backup, with their rows', async () => {
  const server = await live();
  await upload(server, photo(1));
  await completeSegment(server);
  // In a folder that the archive has seen.
  await upload(server, 'photos/1/original.jpg');
  await upload(server, 'users/1/picture/small.jpg');
  await (await storage()).put('uploads/unread.bin', [contentOf('u')], PUT);
  const archived = (await segments()).length;
  await completeSegment(server);
  await waitUntil('the segment to be archived', async () => (await segments()).length > archived);
  await stop();
  expect(await rowsAfterDisaster()).toEqual([
    photo(1),
    'photos/1/original.jpg',
    'photos/before/large.jpg',
    'users/1/picture/small.jpg',
  ]);
  // Belongs to a request that is over; no row refers to it.
  expect(await (await storage()).head('uploads/unread.bin')).toBeUndefined();
});

it('archives the last files when the product stops', async () => {
  await upload(await live(), photo(1));
  await stop();
  expect(await rowsAfterDisaster()).toEqual([photo(1), 'photos/before/large.jpg']);
});

it('archives no segment before its files, and catches up once the backup folder is usable', async () => {
  const server = await live();
  await rm(join(backups, 'files'), { recursive: true });
  await writeFile(join(backups, 'files'), 'in the way');
  await upload(server, photo(1));
  const archived = await segments();
  await completeSegment(server);
  const failed = async () =>
    (await query<{ n: number }>(server, 'select failed_count::int as n from pg_stat_archiver'))[0]!.n > 0;
  await waitUntil('the server to report the failure', failed);
  expect(await segments()).toEqual(archived);
  await rm(join(backups, 'files'));
  await stop();
  expect(await rowsAfterDisaster()).toEqual([photo(1), 'photos/before/large.jpg']);
});

it('leaves no partial file if it is killed while archiving', async () => {
  const server = await live();
  await stop();
  program = ChildProgram.start('postgres-user-process.fixture.ts', { DATA_DIR: dataDir, BACKUP_DIR: backups });
  await waitUntil(`the server to be in use; ${program.errors}`, () => program!.lines.includes('ready'));
  // Joined without the setting, this process leaves archiving to the other one.
  const joined = await start(false);
  const keys = Array.from({ length: 150 }, (_, number) => photo(number));
  for (const key of keys) await upload(joined, key);
  const kept = () => readdir(join(backups, 'files', 'photos')).catch(() => []);
  await completeSegment(joined);
  await waitUntil('the first file', async () => (await kept()).length > 0);
  await program.kill();
  const names = await kept();
  expect(names.length).toBeLessThan(keys.length);
  for (const name of names) {
    const files = await readdir(join(backups, 'files', 'photos', name));
    for (const file of files) {
      const path = join('photos', name, file);
      const copies = [join(backups, 'files', path), join(dataDir, 'files', path)].map((each) => readFile(each));
      const [copy, original] = await Promise.all(copies);
      expect(copy!.equals(original!)).toBe(true);
    }
  }
  await stop();
  await start();
  await stop();
  expect(await rowsAfterDisaster()).toEqual([...keys, 'photos/before/large.jpg'].sort());
  expect(server.port).toBeGreaterThan(0);
});

it('keeps archived files as long as a base backup needs them', async () => {
  const server = await live();
  await upload(server, photo(1));
  await completeSegment(server);
  const file = join(backups, 'files', photo(1));
  const isKept = () =>
    readFile(file).then(
      () => true,
      () => false,
    );
  await waitUntil('the file to be archived', isKept);
  await backUp(server);
  expect(await isKept()).toBe(true);
  // Archived before the oldest backup that remains, which has a copy of it.
  await utimes(file, new Date(Date.now() - DAY_MS), new Date(Date.now() - DAY_MS));
  await backUp(server);
  expect(await isKept()).toBe(false);
  await stop();
  expect(await rowsAfterDisaster()).toEqual([photo(1), 'photos/before/large.jpg']);
});
