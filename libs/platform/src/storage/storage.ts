import type { Readable } from 'node:stream';

/** What is known of a file without reading it. */
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

/** Bytes of a file by their positions, both ends in; to the end of the file without `end`. */
export interface ByteRange {
  start: number;
  end?: number;
}

/** A file being read: what its facts say and what its body holds belong together, whatever is put meanwhile. */
export interface OpenFile extends FileFacts {
  /** To be read to its end or destroyed; it fails when the storage does. */
  body: Readable;
  /** The bytes the body holds, both ends in; absent when it holds the whole file. */
  range?: Required<ByteRange>;
}

export interface PutOptions {
  /** Media type, as it is to be served. */
  contentType: string;
  /** A source that gives more is refused, and nothing of it is kept. */
  maxBytes: number;
}

export interface ListQuery {
  /** What the keys begin with; empty for all. */
  prefix: string;
  /** The last key of the page before. */
  after?: string;
  /** At most {@link LIST_MAX}. */
  max: number;
}

/** Chunks as they come; a stream among others. It is read as fast as it can be stored, and ended early on failure. */
export type FileSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A page of a listing. */
export const LIST_MAX = 1_000;
/** S3 signs for no longer. */
export const LINK_SECONDS_MAX = 7 * 86_400;

/**
 * Files by key. A reader sees the file before a put or after it, never a part of one, also when a put is killed; of two
 * puts of one key at once the one that ends later stays. Keys are like
 * `folder/name.png` (`checkKey`). Whatever fails is a
 * {@link StorageError}, except what a source throws, which comes through as it is.
 */
export interface Storage {
  /**
   * Stores all of a source under a key, in the place of what is there.
   * @throws StorageError `too-large`, `full`, `away`: after `away` the file is the former or the new one.
   */
  put(key: string, source: FileSource, options: PutOptions): Promise<Pick<FileFacts, 'size' | 'etag'>>;
  /** @throws StorageError `not-found`; `range` when the file ends before the range begins. */
  get(key: string, range?: ByteRange): Promise<OpenFile>;
  /** Undefined when there is no such file. */
  head(key: string): Promise<FileFacts | undefined>;
  /** Done when there is none, also when there was none. */
  delete(key: string): Promise<void>;
  /** In the order of the keys' characters. */
  list(query: ListQuery): Promise<ListedFile[]>;
  /**
   * An address at which anyone may read the file until it expires.
   * @param seconds at most {@link LINK_SECONDS_MAX}.
   */
  link(key: string, seconds: number): Promise<string>;
  /** Removes what puts that were killed left behind, long enough ago that none of it is still being written. Says how much. */
  sweep(): Promise<number>;
  close(): Promise<void>;
}

/** Why a storage refuses or fails. */
export type StorageReason =
  'bad-key' | 'bad-request' | 'not-found' | 'range' | 'too-large' | 'full' | 'denied' | 'away' | 'failed';

/** What a storage refuses, or what keeps it from answering. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  /** Tells `isTransient` that the same call may well succeed later. */
  readonly code?: 'ETIMEDOUT';
  readonly reason: StorageReason;

  constructor(reason: StorageReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
    if (reason === 'away') this.code = 'ETIMEDOUT';
  }
}

export function isStorageError(error: unknown, reason: StorageReason): boolean {
  return error instanceof StorageError && error.reason === reason;
}
