import { StorageError, type StorageReason } from '../storage.js';

/** What S3 and those that speak like it call their refusals. */
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
  denied: 'The object store does not accept S3_ACCESS_KEY and S3_SECRET_KEY for this, or its clock differs from ours.',
  full: 'The object store is full.',
  away: 'The object store cannot be reached, or does not answer in time.',
};

/** Codes Node gives an error of a connection; TLS has more, which a retry does not mend. */
const CONNECTION = /^(E(CONN|HOST|NET|PIPE|TIMEDOUT|AI_)|UND_|ENOTFOUND|ENOBUFS)/;
/** How the client says that the answer was a 5xx or a request to slow down. */
const BUSY = /Retryable HTTP status/;

/** An error of the client, of the connection or of the object store as one of the storage. */
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
