import { type ApiError, ERRORS, type ErrorName } from '@switchback/contracts/errors';
import { Metadata, status, type StatusObject } from '@grpc/grpc-js';
import { ProductError, toRefusal } from '../../errors.js';

/** Trailer that carries the details of a product error, as JSON. */
const REFUSAL = 'product-error-bin';
/**
 * Trailer with which a server disables retries of a call:
 * https://github.com/grpc/proposal/blob/master/A6-client-retries.md
 */
const PUSHBACK = 'grpc-retry-pushback-ms';
const NEVER = '-1';

/** gRPC status of a product error, by its HTTP status, so that generic tools can count errors. */
const CODES: Readonly<Record<(typeof ERRORS)[ErrorName]['type'], status>> = {
  400: status.INVALID_ARGUMENT,
  401: status.UNAUTHENTICATED,
  402: status.FAILED_PRECONDITION,
  403: status.PERMISSION_DENIED,
  404: status.NOT_FOUND,
  405: status.UNIMPLEMENTED,
  408: status.DEADLINE_EXCEEDED,
  409: status.ALREADY_EXISTS,
  410: status.FAILED_PRECONDITION,
  413: status.OUT_OF_RANGE,
  414: status.OUT_OF_RANGE,
  415: status.INVALID_ARGUMENT,
  416: status.OUT_OF_RANGE,
  429: status.RESOURCE_EXHAUSTED,
  431: status.OUT_OF_RANGE,
  500: status.INTERNAL,
  503: status.UNAVAILABLE,
  507: status.RESOURCE_EXHAUSTED,
};

/** Product error of a bare transport status; any status not listed here is an internal error. */
const BARE: Readonly<Partial<Record<status, ErrorName>>> = {
  [status.UNAVAILABLE]: 'unavailable',
  [status.RESOURCE_EXHAUSTED]: 'unavailable',
  [status.DEADLINE_EXCEEDED]: 'timeout',
};

interface Refusal {
  error: ErrorName;
  /** Absent from an older release. */
  title?: string;
  message: string;
  fields?: ApiError['fields'];
  additional: Record<string, unknown>;
}

type Answer = Pick<StatusObject, 'code' | 'details' | 'metadata'>;

/** Rejection by the server itself, before the service received the call. */
export class NotBegun extends Error {
  constructor(
    readonly code: status.UNAVAILABLE | status.UNAUTHENTICATED | status.DEADLINE_EXCEEDED,
    details: string,
  ) {
    super(details);
  }
}

/**
 * Converts a product error to a status with its code, message and fields. Reveals no more about any other error than
 * {@link toRefusal}.
 */
export function statusOf(error: unknown): Answer {
  if (error instanceof NotBegun) return { code: error.code, details: error.message, metadata: new Metadata() };
  const refusal = toRefusal(error);
  const code = refusal.error === 'timeout' ? status.DEADLINE_EXCEEDED : CODES[ERRORS[refusal.error].type];
  const metadata = new Metadata();
  if (refusal.error !== 'internal') metadata.set(REFUSAL, Buffer.from(JSON.stringify(plain(refusal))));
  // A dependency of the service is unavailable: other instances share it, so a retry is pointless.
  if (code === status.UNAVAILABLE) metadata.set(PUSHBACK, NEVER);
  return { code, details: ERRORS[refusal.error].title, metadata };
}

/** Converts a status to the product error that it stands for. */
export function errorOf(error: StatusObject): ProductError {
  const [bytes] = error.metadata.get(REFUSAL);
  const cause = { cause: new Error(`${status[error.code]}: ${error.details}`) };
  if (!Buffer.isBuffer(bytes)) return new ProductError(BARE[error.code] ?? 'internal', cause);
  const { error: name, title, message, fields, additional } = JSON.parse(bytes.toString()) as Refusal;
  // A service of a later release may send errors unknown to this one.
  if (!Object.hasOwn(ERRORS, name)) return new ProductError('internal', cause);
  return new ProductError(name, { message, additional, ...(title && { title }), ...(fields && { fields }) });
}

function plain({ error, title, message, fields, additional }: ProductError): Refusal {
  return { error, title, message, additional, ...(fields && { fields }) };
}
