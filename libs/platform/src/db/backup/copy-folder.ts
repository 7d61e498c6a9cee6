import { chmod, chown, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { PlainAccount } from '../postgres-binaries.js';

export interface CopyOptions {
  /** Returns true to skip a file or folder; receives its path relative to the source. */
  isLeftOut?: (path: string) => boolean;
  /** Owner of the copy; defaults to the account of this process. */
  account?: PlainAccount | undefined;
}

/**
 * Copies a folder while other processes write to it; skips files that vanish meanwhile. Returns the number of bytes
 * copied.
 */
export async function copyFolder(source: string, target: string, options: CopyOptions = {}): Promise<number> {
  const copy = async (from: string, to: string): Promise<number> => {
    const { mode } = await stat(from);
    await mkdir(to, { recursive: true });
    await chmod(to, mode & 0o7777);
    if (options.account) await chown(to, options.account.uid, options.account.gid);
    let bytes = 0;
    for (const entry of await readdir(from, { withFileTypes: true })) {
      const [path, copied] = [join(from, entry.name), join(to, entry.name)];
      if (options.isLeftOut?.(relative(source, path))) continue;
      if (entry.isDirectory()) bytes += await copy(path, copied);
      else if (entry.isFile()) bytes += await copyOne(path, copied, options.account);
    }
    return bytes;
  };
  return copy(source, target);
}

/** Replaces a file as a whole: if the copy fails, the previous file stays as it was. */
async function copyOne(from: string, to: string, account: PlainAccount | undefined): Promise<number> {
  const part = `${to}.part`;
  try {
    await copyFile(from, part);
    if (account) await chown(part, account.uid, account.gid);
    await rename(part, to);
    return (await stat(to)).size;
  } catch (error) {
    await rm(part, { force: true });
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
