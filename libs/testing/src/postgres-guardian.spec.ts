// Aim: the embedded PostgreSQL stops once all its users were killed, and not before.
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { findRunningServer, stopServer } from '@switchback/platform/db/postgres-server';
import { isRunning } from '@switchback/platform/db/process-mark';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ChildProgram } from './child-program.js';
import { waitUntil } from './wait.js';

let dataDir: string;
let users: ChildProgram[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'switchback data '));
  users = [];
});
afterEach(async () => {
  await Promise.all(users.map((user) => user.kill()));
  const left = await serverPid();
  if (left) await stopServer(left);
  await rm(dataDir, { recursive: true, force: true });
});

const serverPid = async () => (await findRunningServer(join(dataDir, 'postgres', 'data')))?.pid;
const usersFolder = () => join(dataDir, 'postgres', 'users');

async function useServer(): Promise<ChildProgram> {
  const user = ChildProgram.start('postgres-user-process.fixture.ts', { DATA_DIR: dataDir });
  users.push(user);
  await waitUntil(`the server to be in use; ${user.errors}`, () => user.lines.includes('ready'));
  return user;
}

function guardians(): number {
  const commands = execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).split('\n');
  return commands.filter((command) => command.includes(`postgres-guardian ${usersFolder()}`)).length;
}

it('stops with the last of its users, in whatever order they are killed', async () => {
  const [first, second] = [await useServer(), await useServer()];
  const pid = (await serverPid())!;
  await first.kill();
  await waitUntil('the guardian of the killed one to end', () => guardians() === 1);
  expect(await serverPid()).toBe(pid);
  await second.kill();
  await waitUntil('the server to stop', () => !isRunning(pid));
  await waitUntil('no guardian', () => guardians() === 0);
});

it('stops when all users are killed at the same moment', async () => {
  const both = [await useServer(), await useServer()];
  const pid = (await serverPid())!;
  await Promise.all(both.map((user) => user.kill()));
  await waitUntil('the server to stop', () => !isRunning(pid));
});

it('stops when its only user is killed, even if another process reuses the pid of an earlier one', async () => {
  // Aim: a killed product leaves no database running, even if another program got the process id of one of its users.
  const first = await useServer();
  const [known] = await readdir(usersFolder());
  await useServer();
  const other = (await readdir(usersFolder())).find((name) => name !== known)!;
  const pid = (await serverPid())!;
  await writeFile(join(usersFolder(), other), '1\n');
  await first.kill();
  await waitUntil('the server to stop', () => !isRunning(pid));
});

it('stays when one of several threads of a process ends', async () => {
  const program = new URL('../src/postgres-user-process.fixture.ts', import.meta.url);
  const useInThread = async () => {
    const thread = new Worker(program, { env: { ...process.env, DATA_DIR: dataDir }, stdout: true });
    let ready = false;
    thread.stdout.on('data', () => (ready = true));
    await waitUntil('the server to be in use by a thread', () => ready);
    return thread;
  };
  const [first, second] = [await useInThread(), await useInThread()];
  const pid = (await serverPid())!;
  expect(guardians()).toBe(2);
  await first.terminate();
  await waitUntil('the guardian of the ended thread to end', () => guardians() === 1, 15_000);
  expect(await serverPid()).toBe(pid);
  await second.terminate();
});
