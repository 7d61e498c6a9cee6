import { StorageError, type StorageReason } from '../storage.js';

const REASONS: Readonly<Record<string, StorageReason>> = {
  ENOENT: 'not-found',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EIO: 'away',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
};

const WORDS: Partial<Record<StorageReason, string>> = {
  'not-found': 'There is no such file.',
  full: 'The disk of the file storage is full.',
  away: 'The disk of the file storage does not answer.',
  denied: 'This account cannot change the files.',
};

/** Converts a file system error to a storage error; returns any other error unchanged. */
export function toStorageError(error: unknown): unknown {
  const code = codeOf(error);
  if (code === undefined || error instanceof StorageError) return error;
  const reason = REASONS[code] ?? 'failed';
  return new StorageError(reason, WORDS[reason] ?? 'The file system failed.', error);
}

/** Returns the code of a file system error; undefined for any other error. */
export function codeOf(error: unknown): string | undefined {
  const { code, syscall } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  return typeof code === 'string' && typeof syscall === 'string' ? code : undefined;
}
