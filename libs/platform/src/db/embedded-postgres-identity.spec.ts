// Aim: the embedded PostgreSQL stops only its own processes, even if recorded pids have been reused.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type EmbeddedPostgres, joinOrStart } from './embedded-postgres.js';
import { findRunningServer, stopServer } from './postgres-server.js';
import { isRunning } from './process-mark.js';

let dataDir: string;
let events: string[];
let server: EmbeddedPostgres;
let innocent: ChildProcess;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'switchback data '));
  events = [];
  server = await joinOrStart({ dataDir, durable: false, onEvent: (event) => void events.push(event) });
  // The leader of its own process group, like a program started in a terminal; echoes its input.
  const program = 'process.stdin.pipe(process.stdout)';
  innocent = spawn(process.execPath, ['-e', program], { detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
  innocent.stdin?.on('error', () => undefined);
  await once(innocent, 'spawn');
});
afterEach(async () => {
  await server.stop();
  const left = await findRunningServer(cluster());
  if (left) await stopServer(left.pid);
  innocent.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

const cluster = () => join(dataDir, 'postgres', 'data');
const file = (...names: string[]) => join(dataDir, 'postgres', ...names);
const serverPid = async () => (await findRunningServer(cluster()))?.pid ?? 0;

async function expectInnocentAlive(): Promise<void> {
  innocent.stdin?.write('?');
  const answered = once(innocent.stdout!, 'data').then(() => 'it answers');
  expect(await Promise.race([answered, once(innocent, 'exit').then(() => 'it was killed')])).toBe('it answers');
}

describe('stopping the embedded PostgreSQL', () => {
  it('does not kill a process that reuses the pid of the server', async () => {
    const lock = join(cluster(), 'postmaster.pid');
    const lines = await readFile(lock, 'utf8');
    await writeFile(lock, lines.replace(/^\d+/, String(innocent.pid)));
    await server.stop();
    await expectInnocentAlive();
    await writeFile(lock, lines);
  });

  it('does not wait for a process that reuses the pid of a killed user', async () => {
    const pid = await serverPid();
    await writeFile(file('users', `${innocent.pid}-1`), '1\n');
    await server.stop();
    expect(isRunning(pid)).toBe(false);
  });
});
