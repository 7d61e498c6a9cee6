import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { systemClock } from '../clock.js';
import { type EmbeddedPostgres, joinOrStart } from './embedded-postgres.js';
import { findRunningServer, stopServer } from './postgres-server.js';
import { isRunning } from './process-mark.js';

const REVIVAL_ATTEMPTS = 100;
const REVIVAL_POLL_MS = 100;

describe('The embedded PostgreSQL', () => {
  const folders: string[] = [];
  const servers: EmbeddedPostgres[] = [];

  const newDataDir = async () => {
    // A folder that only its owner may enter, with a space in its name.
    const folder = await mkdtemp(join(tmpdir(), 'switchback data '));
    folders.push(folder);
    return folder;
  };
  const start = async (dataDir: string) => {
    const server = await joinOrStart({ dataDir, durable: false });
    servers.push(server);
    return server;
  };
  const query = async (url: string, sql: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const clusterOf = (dataDir: string) => join(dataDir, 'postgres', 'data');

  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });

  it('persists data, restricts its key to the owner, and stops without leftover processes', async () => {
    // Aim: the normal life of a data folder: first start, stop, second start.
    const dataDir = await newDataDir();
    const first = await start(dataDir);
    await query(first.url, 'create table kept (n int)');
    expect((await stat(join(dataDir, 'postgres', 'key'))).mode & 0o777).toBe(0o600);
    const running = await findRunningServer(clusterOf(dataDir));
    await first.stop();
    expect(running && isRunning(running.pid)).toBe(false);
    const second = await start(dataDir);
    expect(await query(second.url, 'select * from kept')).toEqual([]);
  });

  it('is shared by all processes on the same folder, until the last one stops', async () => {
    // Aim: an import that runs alongside the product uses the product's server and does not stop it.
    const dataDir = await newDataDir();
    const [product, tool] = await Promise.all([start(dataDir), start(dataDir)]);
    expect(tool.port).toBe(product.port);
    await tool.stop();
    expect(await query(product.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('runs next to that of another folder', async () => {
    // Aim: two products on one machine share neither port nor data nor key.
    const [one, two] = [await start(await newDataDir()), await start(await newDataDir())];
    expect(one.port).not.toBe(two.port);
    await expect(query(one.url.replace(String(one.port), String(two.port)), 'select 1')).rejects.toThrow(/password/);
  });

  it('restarts on the same port after a crash', async () => {
    // Aim: pools know only the port, so a killed server must come back on it without intervention.
    const dataDir = await newDataDir();
    const server = await start(dataDir);
    const running = await findRunningServer(clusterOf(dataDir));
    process.kill(running!.pid, 'SIGKILL');
    let answer: unknown;
    for (let attempt = 0; answer === undefined && attempt < REVIVAL_ATTEMPTS; attempt += 1) {
      await systemClock.sleep(REVIVAL_POLL_MS);
      answer = await query(server.url, 'select 1 as one').catch(() => undefined);
    }
    expect(answer).toEqual([{ one: 1 }]);
  });

  it('recovers from the leftovers of a killed product: lock, user list, half-made cluster', async () => {
    // Aim: after a power cut or kill -9 of everything, the next start needs no manual cleanup.
    const dataDir = await newDataDir();
    await start(dataDir);
    const cluster = clusterOf(dataDir);
    const pidFile = await readFile(join(cluster, 'postmaster.pid'), 'utf8');
    await servers.pop()?.stop();
    // Another process has reused the pids of the dead ones: this very process.
    await writeFile(join(cluster, 'postmaster.pid'), pidFile.replace(/^\d+/, String(process.pid)));
    await writeFile(join(dataDir, 'postgres', 'lock'), `${process.pid} 1`);
    await writeFile(join(dataDir, 'postgres', 'data.new'), 'half-made');
    const server = await start(dataDir);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('joins a server whose product was killed', async () => {
    // Aim: a server that is still running after kill -9 of its parent is joined, not fought.
    const dataDir = await newDataDir();
    const orphan = await joinOrStart({ dataDir, durable: false });
    const heir = await start(dataDir);
    expect(heir.port).toBe(orphan.port);
    await orphan.stop();
    expect(await query(heir.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('explains why it does not start', async () => {
    // Aim: a damaged data folder fails with a reason, not with a bare timeout.
    const dataDir = await newDataDir();
    const server = await joinOrStart({ dataDir, durable: false });
    await server.stop();
    await writeFile(join(clusterOf(dataDir), 'PG_VERSION'), '9\n');
    await expect(joinOrStart({ dataDir, durable: false })).rejects.toThrow(/incompatible|PostgreSQL did not start/);
    const left = await findRunningServer(clusterOf(dataDir));
    if (left) await stopServer(left.pid);
  });
});
