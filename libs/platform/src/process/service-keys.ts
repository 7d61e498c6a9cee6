import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config/settings.js';
import { StartError } from './ports.js';

const FILE = 'service.key';
const KEY_BYTES = 32;

/**
 * The keys by which the processes of one installation know each other: those of the settings, else one in the data
 * folder, made by whichever process comes first.
 *
 * @throws StartError where the folder cannot hold it.
 */
export function serviceKeys({ SERVICE_KEY, DATA_DIR }: Pick<Settings, 'SERVICE_KEY' | 'DATA_DIR'>): readonly string[] {
  return SERVICE_KEY ?? [keptKey(DATA_DIR, FILE, 'SERVICE_KEY')];
}

/**
 * A secret of the installation that no setting gives: it is made once, and kept in the data folder.
 *
 * @throws StartError where the folder cannot hold it, naming the setting that would do instead.
 */
export function keptKey(dataDir: string, name: string, setting: string): string {
  const file = join(dataDir, name);
  try {
    return readKey(file) ?? makeKey(file);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new StartError(`${setting} must be set, since no key can be kept in ${dataDir} (${code}).`);
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

/** Written aside and put in place whole; of several processes that come at once the first is followed by all. */
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
