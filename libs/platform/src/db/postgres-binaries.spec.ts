import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { asPlainAccount, findPostgresBinaries, plainAccount } from './postgres-binaries.js';

const account = plainAccount();
let folder: string;
afterEach(() => rmSync(folder, { recursive: true, force: true }));

(account ? it : it.skip)('runs initdb of a checkout that only root can enter', () => {
  // Aim: if root clones into its home, which has mode 700 on rented machines, the first start still creates the
  // database.
  folder = mkdtempSync(join(tmpdir(), 'closed-'));
  const { initdb } = findPostgresBinaries();
  cpSync(dirname(dirname(initdb)), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  const data = join(folder, 'data');
  mkdirSync(data);
  chownSync(data, account!.uid, account!.gid);
  const initdbArgs = ['--pgdata', data, '--username=postgres', '--no-sync'];
  const { command, args, ...identity } = asPlainAccount(join(folder, 'native/bin/initdb'), initdbArgs, account, [data]);
  const { status, stderr } = spawnSync(command, args, { ...identity, cwd: '/', encoding: 'utf8' });
  expect({ status, stderr: stderr.includes('denied') ? stderr : '' }).toEqual({ status: 0, stderr: '' });
});
