import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { markOf } from '../db/process-mark.js';
import { ProductError } from '../errors.js';
import {
  DatabaseFull,
  DataFolderInUse,
  DataFolderUnusable,
  explainFullDisk,
  explainStorage,
  holdDataFolder,
} from './data-folder.js';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'switchback data '));
});
afterEach(() => rmSync(parent, { recursive: true }));

describe('holding a data folder', () => {
  it('creates it, denies it to a second product, and leaves nothing behind', () => {
    // Aim: two products on one folder would take the database from each other.
    const folder = join(parent, 'new', 'data');
    const release = holdDataFolder(folder);
    writeFileSync(join(folder, 'product.pid'), String(process.ppid));
    expect(() => holdDataFolder(folder)).toThrow(DataFolderInUse);
    release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('replaces the mark of a dead product', () => {
    // Aim: after kill -9, the next start needs no manual cleanup.
    writeFileSync(join(parent, 'product.pid'), '99999999');
    holdDataFolder(parent)();
    expect(readdirSync(parent)).toEqual([]);
  });
});

describe('the mark of a running product', () => {
  it('locks its folder, identified by pid and start time', () => {
    writeFileSync(join(parent, 'product.pid'), markOf(process.ppid));
    expect(() => holdDataFolder(parent)).toThrow(`process ${process.ppid}`);
  });
});

describe('a mark whose pid belongs to another process', () => {
  it('does not lock the folder', () => {
    // Aim: no user is told to stop an unrelated program.
    writeFileSync(join(parent, 'product.pid'), `${process.ppid} 1`);
    holdDataFolder(parent)();
    expect(readdirSync(parent)).toEqual([]);
  });
});

describe('explaining an unusable data folder', () => {
  const error = (code: string, path?: string) => Object.assign(new Error(`${code}: as Node says it`), { code, path });

  it('names a file in its place', () => {
    // Aim: a DATA_DIR that is a file produces a readable message, not a stack trace.
    const file = join(parent, 'file');
    writeFileSync(file, '');
    let thrown: unknown;
    try {
      holdDataFolder(file);
    } catch (caught) {
      thrown = explainStorage(file, caught);
    }
    expect(thrown).toBeInstanceOf(DataFolderUnusable);
    expect(String(thrown)).toContain(`${file} cannot be used: it is not a folder. Choose another with DATA_DIR.`);
  });

  it.each([
    ['its file system is read-only', error('EROFS', '/data/postgres')],
    ['this account cannot write to it', error('EACCES', '/data')],
    ['this account cannot write to it', error('EPERM', '/')],
    ['it cannot be created', Object.assign(error('ENOENT', '/data'), { syscall: 'mkdir' })],
    ['its disk is full', error('ENOSPC')],
    ['its disk is full', error('53100')],
    // As import, account and reindex get it from the services.
    ['its disk is full', new ProductError('storageFull', { cause: error('53100') })],
    ['its disk is full', new ProductError('internal', { cause: new Error('x: No space left on device') })],
    [
      'its disk is full',
      new Error('PostgreSQL did not start: FATAL: could not write lock file: No space left on device'),
    ],
  ])('reports that %s', (reason, cause) => {
    // Aim: every way in which a disk fails has a message.
    expect(String(explainStorage('/data', cause))).toContain(reason);
  });

  it('recognizes a full disk by the lost connections of a database that stopped for it', () => {
    // Aim: the operator of a full disk reads that it is full, not that a connection was terminated.
    const lost = new ProductError('unavailable', { cause: new Error('Connection terminated unexpectedly') });
    expect(explainStorage(parent, lost)).toBe(lost);
    const small = join(parent, 'small');
    mkdirSync(small);
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small]);
    if (status !== 0) return void process.stderr.write('Skipped: this account cannot mount a small disk.\n');
    try {
      expect(String(explainStorage(small, lost))).toContain('its disk is full');
      expect(String(explainStorage(small, new Error('PostgreSQL did not start: no reason given')))).toContain(
        'is full',
      );
    } finally {
      spawnSync('umount', [small]);
    }
  });

  it('tells the disk of an external database from that of the files', () => {
    expect(explainFullDisk('/data', new ProductError('storageFull', { cause: error('53100') }))).toBeInstanceOf(
      DatabaseFull,
    );
    const ofFiles = Object.assign(error('ENOSPC', '/data/files/x'), { syscall: 'write' });
    expect(String(explainFullDisk('/data', ofFiles))).toContain('/data cannot be used: its disk is full');
    const other = error('EACCES', '/data');
    expect(explainFullDisk('/data', other)).toBe(other);
  });

  it('passes unrelated errors on', () => {
    // Aim: a bug keeps its stack trace, and a fault of a file elsewhere is not blamed on DATA_DIR.
    for (const other of [error('EACCES', '/elsewhere'), error('ENOENT', '/data'), new TypeError('x'), 'text'])
      expect(explainStorage('/data', other)).toBe(other);
  });
});
