import type { Readable } from 'node:stream';

/** Metadata of a file, available without reading it. */
export interface FileFacts {
  key: string;
  /** Bytes. */
  size: number;
  /** Changes with the content; opaque, without quotes. */
  etag: string;
  contentType: string;
  modifiedAt: Date;
}

export interface ListedFile {
  key: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

/** A range of bytes, both ends inclusive; without `end`, up to the end of the file. */
export interface ByteRange {
  start: number;
  end?: number;
}

/** A file open for reading: its metadata and body stay consistent, even if the key is overwritten meanwhile. */
export interface OpenFile extends FileFacts {
  /** Must be read to its end or destroyed; fails if the storage does. */
  body: Readable;
  /** The bytes in the body, both ends inclusive; absent if it is the whole file. */
  range?: Required<ByteRange>;
}

export interface PutOptions {
  /** Media type for serving the file. */
  contentType: string;
  /** A larger source is rejected, and nothing of it is stored. */
  maxBytes: number;
}

export interface ListQuery {
  /** Prefix of the keys; empty for all. */
  prefix: string;
  /** Last key of the previous page. */
  after?: string;
  /** At most {@link LIST_MAX}. */
  max: number;
}

/** Chunks of a file, for example a stream. Read as fast as it can be stored, and ended early on failure. */
export type FileSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Maximum number of files per page of a listing. */
export const LIST_MAX = 1_000;
/** Maximum lifetime of a signature in S3. */
export const LINK_SECONDS_MAX = 7 * 86_400;

/**
 * Files by key. Puts are atomic: a reader sees the file before a put or after it, never a part of one, even if the put
 * is killed. Of two concurrent puts of one key, the last to finish wins. Keys have the form `folder/name.png`
 * (`checkKey`). Every failure is a {@link StorageError}, except errors of a source, which are passed through.
 */
export interface Storage {
  /**
   * Stores a source under a key, replacing any existing file.
   * @throws StorageError `too-large`, `full`, `away`: after `away`, the file may be the old or the new one.
   */
  put(key: string, source: FileSource, options: PutOptions): Promise<Pick<FileFacts, 'size' | 'etag'>>;
  /** @throws StorageError `not-found`; `range` if the file ends before the range starts. */
  get(key: string, range?: ByteRange): Promise<OpenFile>;
  /** Returns undefined if the file does not exist. */
  head(key: string): Promise<FileFacts | undefined>;
  /** Deletes a file. No-op if it does not exist. */
  delete(key: string): Promise<void>;
  /** Lists files by key, in character order. */
  list(query: ListQuery): Promise<ListedFile[]>;
  /**
   * Returns a URL at which anyone may read the file until it expires.
   * @param seconds at most {@link LINK_SECONDS_MAX}.
   */
  link(key: string, seconds: number): Promise<string>;
  /** Removes leftovers of killed puts that are too old to be still in progress. Returns their number. */
  sweep(): Promise<number>;
  close(): Promise<void>;
}

export type StorageOperation = 'put' | 'get' | 'head' | 'delete' | 'list' | 'link';

/** Activity of a file storage since the start. */
export interface StorageFigures {
  operations: Readonly<Record<StorageOperation, { calls: number; errors: number; seconds: number }>>;
  bytes: Readonly<Record<'read' | 'written', number>>;
}

/** Cause of a storage error. */
export type StorageReason =
  'bad-key' | 'bad-request' | 'not-found' | 'range' | 'too-large' | 'full' | 'denied' | 'away' | 'failed';

/** A rejected request or a failure of the storage. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  /** Tells `isTransient` that the same call may succeed later, and `isDiskFull` that there is no room. */
  readonly code?: 'ETIMEDOUT' | 'ENOSPC';
  readonly reason: StorageReason;

  constructor(reason: StorageReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
    if (reason === 'away') this.code = 'ETIMEDOUT';
    if (reason === 'full') this.code = 'ENOSPC';
  }
}

export function isStorageError(error: unknown, reason: StorageReason): boolean {
  return error instanceof StorageError && error.reason === reason;
}
