import { StorageError, type StorageReason } from '../storage.js';

/** Error codes of S3 and compatible stores. */
const REASONS: Readonly<Record<string, StorageReason>> = {
  NoSuchKey: 'not-found',
  NotFound: 'not-found',
  InvalidRange: 'range',
  AccessDenied: 'denied',
  AllAccessDisabled: 'denied',
  InvalidAccessKeyId: 'denied',
  SignatureDoesNotMatch: 'denied',
  RequestTimeTooSkewed: 'denied',
  AccountProblem: 'denied',
  QuotaExceeded: 'full',
  XMinioStorageFull: 'full',
  XMinioDiskFull: 'full',
  XMinioAdminBucketQuotaExceeded: 'full',
  SlowDown: 'away',
  ServiceUnavailable: 'away',
  InternalError: 'away',
  RequestTimeout: 'away',
  XMinioServerNotInitialized: 'away',
  XMinioReadQuorum: 'away',
  XMinioWriteQuorum: 'away',
};

const WORDS: Partial<Record<StorageReason, string>> = {
  'not-found': 'There is no such file.',
  range: 'The file ends before that range.',
  denied: 'The object store denied access with S3_ACCESS_KEY and S3_SECRET_KEY, or its clock differs from ours.',
  full: 'The object store is full.',
  away: 'The object store cannot be reached, or does not answer in time.',
};

/** Node's codes for connection errors; a retry does not help with the additional ones of TLS. */
const CONNECTION = /^(E(CONN|HOST|NET|PIPE|TIMEDOUT|AI_)|UND_|ENOTFOUND|ENOBUFS)/;
/** The client's message for a 5xx response or a request to slow down. */
const BUSY = /Retryable HTTP status/;

/** Converts an error of the client, the connection or the object store to a storage error. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const name = typeof code === 'string' ? code : '';
  const reason = REASONS[name] ?? (CONNECTION.test(name) || BUSY.test(String(message)) ? 'away' : 'failed');
  return new StorageError(reason, WORDS[reason] ?? `The object store refused: ${name || String(message)}.`, error);
}

export async function mapped<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toStorageError(error);
  }
}
