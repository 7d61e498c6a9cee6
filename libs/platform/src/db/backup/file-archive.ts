import { chown, copyFile, mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemClock } from '../../clock.js';
import { randomIds } from '../../ids.js';
import { UPLOADS } from '../../storage/keys.js';
import { plainAccount } from '../postgres-binaries.js';
import { withFileLock } from '../start-lock.js';
import { filesFolder, ignoreMissing } from './archived-files.js';
import { listBaseBackups } from './base-backup.js';

const POLL_MS = 100;
const LOCK_TIMEOUT_MS = 60_000;
/** A folder that changed within this time may change again without a new timestamp. */
const TIMESTAMP_STEP_MS = 2_000;
const DRAFTS = '.drafts';
const REQUEST = /^(.+)\.request$/;

/** The folder in which the server asks for the files that a segment's rows refer to. */
export function requestsFolder(root: string): string {
  return join(root, 'file-requests');
}

/**
 * Creates the folder of requests, writable for the server, which may run under another account. Drops the answers to an
 * earlier server: a new cluster uses the same names of segments.
 */
export async function makeRequests(root: string): Promise<void> {
  const account = plainAccount();
  await rm(requestsFolder(root), { recursive: true, force: true });
  await mkdir(requestsFolder(root), { recursive: true, mode: 0o700 });
  if (account) await chown(requestsFolder(root), account.uid, account.gid);
}

interface SeenFolder {
  changedMs: number;
  folders: string[];
}

export interface FileArchiveOptions {
  dataDir: string;
  backups: string;
  /** Called for each failure; the server repeats its request. */
  onError: (error: unknown) => void;
}

/**
 * Archives stored files before the segment of the log that contains their rows: the server requests it for each
 * completed segment (`archiveSettings`), and archives the segment only after the answer. Files are never overwritten
 * under the same key, so a file that is in the archive needs no second look.
 */
export class FileArchive {
  private readonly requests: string;
  private readonly seen = new Map<string, SeenFolder>();
  private timer: NodeJS.Timeout | undefined;
  private answering: Promise<void> | undefined;

  constructor(private readonly options: FileArchiveOptions) {
    this.requests = requestsFolder(join(options.dataDir, 'postgres'));
  }

  start(): void {
    this.timer = setTimeout(() => {
      this.answering = this.answer()
        .catch(this.options.onError)
        .then(() => {
          if (this.timer) this.start();
        });
    }, POLL_MS).unref();
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.answering;
  }

  private async answer(): Promise<void> {
    if ((await this.waiting()).length === 0) return;
    await withFileLock(join(dirname(this.requests), 'file-requests.lock'), LOCK_TIMEOUT_MS, async () => {
      // Another process may have answered meanwhile.
      const segments = await this.waiting();
      if (segments.length === 0) return;
      await this.archiveNew();
      for (const segment of segments) {
        await writeFile(join(this.requests, `${segment}.answer`), '', { mode: 0o644 });
        await rm(join(this.requests, `${segment}.request`), { force: true });
      }
    });
  }

  private async waiting(): Promise<string[]> {
    const names = await readdir(this.requests).catch(() => []);
    return names.flatMap((name) => REQUEST.exec(name)?.[1] ?? []);
  }

  /** Copies the files that neither the archive nor the oldest base backup has. */
  private async archiveNew(): Promise<void> {
    const target = filesFolder(this.options.backups);
    await rm(join(target, DRAFTS), { recursive: true, force: true });
    await mkdir(join(target, DRAFTS), { recursive: true, mode: 0o700 });
    const [oldest] = await listBaseBackups(this.options.backups);
    const retained = [target, ...(oldest ? [join(oldest.folder, 'files', 'files')] : [])];
    await this.archiveFolder('', retained);
  }

  private async archiveFolder(folder: string, retained: readonly string[]): Promise<void> {
    const source = join(this.options.dataDir, 'files', folder);
    const changedMs = (await stat(source).catch(ignoreMissing))?.mtimeMs;
    if (changedMs === undefined) return void this.seen.delete(folder);
    const known = this.seen.get(folder);
    const folders = known?.changedMs === changedMs ? known.folders : await this.archiveEntries(folder, retained);
    if (Date.now() - changedMs > TIMESTAMP_STEP_MS) this.seen.set(folder, { changedMs, folders });
    for (const name of folders) await this.archiveFolder(join(folder, name), retained);
  }

  /** Returns the names of the subfolders. */
  private async archiveEntries(folder: string, retained: readonly string[]): Promise<string[]> {
    const entries = (await readdir(join(this.options.dataDir, 'files', folder), { withFileTypes: true })).filter(
      ({ name }) => !name.startsWith('.') && `${join(folder, name)}/` !== UPLOADS,
    );
    for (const entry of entries) if (entry.isFile()) await this.archiveFile(join(folder, entry.name), retained);
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  }

  /** Writes a draft and renames it, so that a kill leaves no partial file in the archive. */
  private async archiveFile(key: string, retained: readonly string[]): Promise<void> {
    for (const folder of retained) if (await stat(join(folder, key)).catch(ignoreMissing)) return;
    const [source, target] = [join(this.options.dataDir, 'files', key), filesFolder(this.options.backups)];
    const draft = join(target, DRAFTS, randomIds.uuid());
    try {
      await copyFile(source, draft);
    } catch (error) {
      // Deleted meanwhile, as its row was before it.
      if (!(await stat(source).catch(ignoreMissing))) return;
      throw error;
    }
    const handle = await open(draft, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    // The clock of a network disk may differ from the one that dates base backups.
    await utimes(draft, systemClock.now(), systemClock.now());
    await mkdir(dirname(join(target, key)), { recursive: true, mode: 0o700 });
    await rename(draft, join(target, key));
  }
}
