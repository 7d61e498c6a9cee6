import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The subfolder of a backup folder that receives the files stored since its oldest base backup. */
export function filesFolder(backups: string): string {
  return join(backups, 'files');
}

/**
 * Deletes the files that were archived before a moment, at which the oldest base backup started: it has copied those
 * that were still in use.
 */
export async function pruneFiles(backups: string, before: Date): Promise<void> {
  const prune = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      // Drafts are dropped before the next file is archived.
      if (entry.name.startsWith('.')) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        await prune(path);
        await rmdir(path).catch(() => undefined);
      } else if ((await stat(path)).mtimeMs < before.getTime()) {
        await rm(path, { force: true });
      }
    }
  };
  const folder = filesFolder(backups);
  if (await stat(folder).catch(ignoreMissing)) await prune(folder);
}

/** For a file that may be missing. */
export function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
