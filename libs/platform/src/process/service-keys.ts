import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config/settings.js';
import { StartError } from './ports.js';

const FILE = 'service.key';
const KEY_BYTES = 32;

/**
 * Returns the keys with which the processes of one installation authenticate each other: those of the settings, else
 * one in the data folder, created by the first process.
 *
 * @throws StartError if the folder cannot store it.
 */
export function serviceKeys({ SERVICE_KEY, DATA_DIR }: Pick<Settings, 'SERVICE_KEY' | 'DATA_DIR'>): readonly string[] {
  return SERVICE_KEY ?? [storedKey(DATA_DIR, FILE, 'SERVICE_KEY')];
}

/**
 * Returns a secret of the installation that no setting supplies; created once and stored in the data folder.
 *
 * @throws StartError if the folder cannot store it, naming the setting to use instead.
 */
export function storedKey(dataDir: string, name: string, setting: string): string {
  const file = join(dataDir, name);
  try {
    return readKey(file) ?? makeKey(file);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new StartError(`${setting} must be set, since no key can be stored in ${dataDir} (${code}).`);
  }
}

function readKey(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Writes the key to a temporary file and links it into place; if several processes do so concurrently, all use the
 * first key.
 */
function makeKey(file: string): string {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o755 });
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600 });
  try {
    linkSync(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
  return readFileSync(file, 'utf8');
}
