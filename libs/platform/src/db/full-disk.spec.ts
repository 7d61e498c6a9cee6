// Aim: on a full disk the embedded PostgreSQL answers reads, refuses writes, and accepts them again once there is room,
// without a command and without losing an acknowledged write.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { systemClock } from '../clock.js';
import { isDiskFull } from '../disk-full.js';
import { DataFolderUnusable, explainStorage } from '../process/data-folder.js';
import { isTransient } from '../transient.js';
import { type EmbeddedPostgres, joinOrStart } from './embedded-postgres.js';

const WAIT_MS = 60_000;
const MEGABYTE = Buffer.alloc(1024 * 1024);

let folder: string;
let isMounted: boolean;
let server: EmbeddedPostgres | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchback-full-'));
  isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=220m,mode=755', 'tmpfs', folder]).status === 0;
});
afterAll(async () => {
  await server?.stop();
  if (isMounted) spawnSync('umount', ['-l', folder]);
  await rm(folder, { recursive: true, force: true });
});

async function query<Row extends object>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server!.url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function waitFor<T>(what: string, work: () => Promise<T>): Promise<T> {
  const deadlineMs = systemClock.monotonicMs() + WAIT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (systemClock.monotonicMs() > deadlineMs) throw new Error(`Timed out, waiting for: ${what}`, { cause: error });
      await systemClock.sleep(100);
    }
  }
}

async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w');
  try {
    for (;;) await handle.write(MEGABYTE);
  } catch (error) {
    expect(isDiskFull(error)).toBe(true);
  } finally {
    await handle.close();
  }
}

const write = (n: number) => query(`insert into written values (${n})`);
/** Writes only to the log, without which the server stops; a table that cannot grow only fails its own statement. */
const writeLog = () => query(`select pg_logical_emit_message(true, 'full', repeat(md5(random()::text), 100000))`);

it('answers reads on a full disk, and accepts writes again once there is room', async () => {
  if (!isMounted) return void process.stderr.write('Skipped: this account cannot mount a small disk.\n');
  const events: string[] = [];
  server = await joinOrStart({ dataDir: folder, reserveBytes: 48 << 20, onEvent: (event) => void events.push(event) });
  await chmod(folder, 0o755);
  await query('create table written (n int)');
  const filler = join(folder, 'filler');
  let acknowledged = 0;
  const acknowledge = () => void (acknowledged += 1);
  for (let n = 1; n <= 3; n += 1) await write(n).then(acknowledge);
  await fill(filler);
  const stopped = async () => {
    await writeLog().catch(() => undefined);
    expect(events.join(' ')).toContain('answers only reads');
  };
  await waitFor('the server to stop for want of room', stopped);
  const count = () => query<{ n: number }>('select count(*)::int as n from written');
  expect(await waitFor('reads', count)).toEqual([{ n: acknowledged }]);
  // The started server still accepts writes for a moment, out of its reserve.
  await waitFor('writes to be refused', async () => {
    const refusal: unknown = await write(0).then(acknowledge, (error: unknown) => error);
    // A command prints a sentence, and the bus retries.
    expect(explainStorage(folder, refusal)).toBeInstanceOf(DataFolderUnusable);
    expect(isTransient(refusal)).toBe(true);
  });
  expect(await count()).toEqual([{ n: acknowledged }]);
  await rm(filler);
  await waitFor('writes', () => write(0).then(acknowledge));
  expect(await count()).toEqual([{ n: acknowledged }]);
});
