import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Clock } from '../../clock.js';
import { randomIds } from '../../ids.js';
import { checkKey, checkList, checkLinkSeconds, checkPut, checkRange, tooLarge } from '../keys.js';
import {
  type ByteRange,
  type FileFacts,
  type FileSource,
  isStorageError,
  type ListedFile,
  type ListQuery,
  type OpenFile,
  type PutOptions,
  type Storage,
  StorageError,
} from '../storage.js';
import { endSource } from '../sources.js';
import { codeOf, toStorageError } from './disk-errors.js';
import { keysInOrder } from './folders.js';
import { SignedLinks } from './signed-links.js';
import { encodeTrailer, readTrailer } from './trailer.js';

/** Reserved names that no key can have. */
const DRAFTS = '.drafts';
const SECRET = '.secret';
const OWN_FOLDER = { recursive: true, mode: 0o700 } as const;
const ETAG_CHARS = 32;
/** A draft without writes for this long is orphaned. */
const DRAFT_KEPT_MS = 3_600_000;
const SWEPT_MAX = 10_000;
/** Retries: a concurrent delete may keep removing the folder that a put has just created. */
const PUBLISH_ATTEMPTS = 20;

export interface DiskStorageOptions {
  /** Root folder of the files; created if missing. */
  root: string;
  /** Prefix of links: the URL at which {@link SignedLinks} are served, without a trailing slash. */
  linksUrl: string;
  clock: Pick<Clock, 'now'>;
}

/**
 * Files in a folder, for the processes of one machine. A put writes a draft and renames it, and resolves once
 * everything is synced to disk.
 */
export class DiskStorage implements Storage {
  private constructor(
    private readonly options: DiskStorageOptions,
    readonly links: SignedLinks,
  ) {}

  /** @throws StorageError if the folder cannot be used */
  static async open(options: DiskStorageOptions): Promise<DiskStorage> {
    await mapped(mkdir(join(options.root, DRAFTS), OWN_FOLDER));
    const links = await mapped(SignedLinks.open(join(options.root, SECRET), draftIn(options.root), options));
    return new DiskStorage(options, links);
  }

  async put(key: string, source: FileSource, options: PutOptions): Promise<Pick<FileFacts, 'size' | 'etag'>> {
    const draft = draftIn(this.options.root);
    try {
      checkKey(key);
      checkPut(options);
      const facts = await this.writeDraft(draft, key, source, options);
      await mapped(this.publish(draft, this.pathOf(key)));
      return facts;
    } catch (error) {
      endSource(source);
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  async get(key: string, range?: ByteRange): Promise<OpenFile> {
    checkKey(key);
    if (range) checkRange(range);
    const handle = await mapped(open(this.pathOf(key)));
    try {
      const facts = await mapped(factsOf(key, handle));
      if (!range) return { ...facts, body: bodyOf(handle, 0, facts.size - 1) };
      if (range.start >= facts.size) throw new StorageError('range', `${key} ends before byte ${range.start}.`);
      const { start, end } = { start: range.start, end: Math.min(range.end ?? Infinity, facts.size - 1) };
      return { ...facts, range: { start, end }, body: bodyOf(handle, start, end) };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async head(key: string): Promise<FileFacts | undefined> {
    checkKey(key);
    return this.factsAt(key);
  }

  async delete(key: string): Promise<void> {
    checkKey(key);
    const path = this.pathOf(key);
    await mapped(rm(path, { force: true }));
    const depth = key.split('/').length;
    let folder = dirname(path);
    for (let level = 1; level < depth; level += 1, folder = dirname(folder)) {
      const removed = await rmdir(folder).then(
        () => true,
        () => false,
      );
      if (!removed) return;
    }
  }

  async list(query: ListQuery): Promise<ListedFile[]> {
    checkList(query);
    const files: ListedFile[] = [];
    for await (const key of keysInOrder(this.options.root, query)) {
      const facts = await this.factsAt(key);
      if (facts) files.push({ key, size: facts.size, modifiedAt: facts.modifiedAt });
      if (files.length === query.max) break;
    }
    return files;
  }

  async link(key: string, seconds: number): Promise<string> {
    checkKey(key);
    checkLinkSeconds(seconds);
    return this.links.address(key, seconds);
  }

  async sweep(): Promise<number> {
    const drafts = join(this.options.root, DRAFTS);
    const names = await mapped(readdir(drafts));
    const before = this.options.clock.now().getTime() - DRAFT_KEPT_MS;
    let swept = 0;
    for (const name of names.slice(0, SWEPT_MAX)) {
      const draft = join(drafts, name);
      const facts = await stat(draft).catch(() => undefined);
      if (!facts || facts.mtimeMs > before) continue;
      await mapped(rm(draft, { force: true }));
      swept += 1;
    }
    return swept;
  }

  async close(): Promise<void> {}

  private pathOf(key: string): string {
    return join(this.options.root, ...key.split('/'));
  }

  private async writeDraft(draft: string, key: string, source: FileSource, { contentType, maxBytes }: PutOptions) {
    const handle = await mapped(open(draft, 'wx', 0o600));
    try {
      const hash = createHash('sha256');
      let size = 0;
      for await (const chunk of source) {
        size += chunk.byteLength;
        if (size > maxBytes) throw tooLarge(key, maxBytes);
        hash.update(chunk);
        await mapped(handle.appendFile(chunk));
      }
      const etag = hash.digest('hex').slice(0, ETAG_CHARS);
      await mapped(handle.appendFile(encodeTrailer({ etag, contentType })));
      await mapped(handle.sync());
      return { size, etag };
    } finally {
      await handle.close();
    }
  }

  private async publish(draft: string, path: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const made = await mkdir(dirname(path), OWN_FOLDER);
        await rename(draft, path);
        return await syncFolders(dirname(path), made ? dirname(made) : dirname(path));
      } catch (error) {
        if (codeOf(error) !== 'ENOENT' || attempt === PUBLISH_ATTEMPTS) throw error;
      }
    }
  }

  private async factsAt(key: string): Promise<FileFacts | undefined> {
    try {
      const handle = await mapped(open(this.pathOf(key)));
      try {
        return await mapped(factsOf(key, handle));
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (isStorageError(error, 'not-found')) return undefined;
      throw error;
    }
  }
}

function draftIn(root: string): string {
  return join(root, DRAFTS, randomIds.uuid());
}

async function factsOf(key: string, handle: FileHandle): Promise<FileFacts> {
  const { size: fileBytes, mtime } = await handle.stat();
  return { key, ...(await readTrailer(handle, fileBytes)), modifiedAt: mtime };
}

/** Streams the bytes from `start` to `end`, inclusive; closes the handle when the stream ends or is destroyed. */
function bodyOf(handle: FileHandle, start: number, end: number): Readable {
  if (end >= start) return handle.createReadStream({ start, end });
  const empty = Readable.from([]);
  empty.once('close', () => void handle.close());
  return empty;
}

/** Syncs a folder, and the parent folders created for it, so that their entries survive a power cut. */
async function syncFolders(folder: string, upTo: string): Promise<void> {
  for (let current = folder; ; current = dirname(current)) {
    try {
      const handle = await open(current);
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
    } catch (error) {
      // A delete emptied and removed the folder: nothing in it must be persisted.
      if (codeOf(error) !== 'ENOENT') throw error;
    }
    if (current === upTo) return;
  }
}

async function mapped<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toStorageError(error);
  }
}
