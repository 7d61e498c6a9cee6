// Aim: processes that share a data folder authenticate each other without any setting, and no other account can read
// their key.
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { serviceKeys } from './service-keys.js';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'switchback keys '));
});
afterEach(() => rmSync(parent, { recursive: true }));

describe('the keys between processes', () => {
  it('come from the settings', () => {
    const input = { SERVICE_KEY: ['new', 'old'], DATA_DIR: join(parent, 'data') };
    expect(serviceKeys(input)).toEqual(['new', 'old']);
    expect(readdirSync(parent)).toEqual([]);
  });

  it('are generated once per data folder, readable only by its owner', () => {
    const DATA_DIR = join(parent, 'data');
    const [first, second] = [1, 2].map(() => serviceKeys({ SERVICE_KEY: undefined, DATA_DIR }));
    expect(first).toEqual(second);
    expect(first?.[0]).toMatch(/^[\w-]{43}$/);
    expect(readdirSync(DATA_DIR)).toEqual(['service.key']);
    expect(statSync(join(DATA_DIR, 'service.key')).mode & 0o777).toBe(0o600);
    expect(serviceKeys({ SERVICE_KEY: undefined, DATA_DIR: join(parent, 'other') })).not.toEqual(first);
  });

  it('must be set if the data folder cannot store one, with an explanation', () => {
    const DATA_DIR = join(parent, 'file');
    writeFileSync(DATA_DIR, '');
    const ask = () => serviceKeys({ SERVICE_KEY: undefined, DATA_DIR });
    expect(ask).toThrow(`SERVICE_KEY must be set, since no key can be stored in ${DATA_DIR} (ENOTDIR).`);
  });
});
