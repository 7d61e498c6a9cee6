import type { ApiError } from '@switchback/contracts/errors';
import { texts } from '../texts/en.js';

/** A title and a message about a call, or about one of its fields. */
export interface ErrorText {
  title: string;
  message: string;
}

/** Error of a failed call: the server's message, or ours if it could not be reached. */
export interface CallError extends ErrorText {
  /** `ERROR-…` from the server; `NETWORK` and `TIMEOUT` are set in the browser. */
  code: string;
  /** HTTP status; 0 if there was no response. */
  type: number;
  requestId?: string;
  /** Errors to show next to the fields of a form; `submit` is its button. */
  fields?: Readonly<Record<string, ErrorText>>;
  /** Details of this case, as documented for the call in the API. */
  additional?: Readonly<Record<string, unknown>>;
  /** True if a paid account could have made the call. */
  upgrade?: boolean;
  /** How long to wait before a retry may help; null if the server did not specify it. */
  retryAfterSeconds?: number | null;
}

/** Whether a body has the API's error shape. */
export function isApiError(body: unknown): body is ApiError {
  return (
    typeof body === 'object' &&
    body !== null &&
    typeof (body as ApiError).title === 'string' &&
    typeof (body as ApiError).message === 'string' &&
    typeof (body as ApiError).code === 'string'
  );
}

/** Whether an error is one of our base query; RTK Query passes errors on as unknown or serialized values. */
export function isCallError(error: unknown): error is CallError {
  return isApiError(error) && typeof error.type === 'number';
}

/** Converts any error to a `CallError`; unexpected ones get a message of ours. */
export function asCallError(error: unknown): CallError {
  return isCallError(error) ? error : { ...texts.errors.unexpected, code: 'UNEXPECTED', type: 0 };
}

/** Whether a login also requires a one-time code. */
export function asksForCode(error: unknown): boolean {
  return asCallError(error).fields?.['oneTimeCode'] !== undefined;
}

/** Joins title and message in one line, each ended with a period; drops a title that begins the message. */
export function sentences({ title, message }: ErrorText): string {
  return [message.startsWith(title) ? '' : title, message]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
    .join(' ');
}

/**
 * Returns what to show for a failed call where no field shows its errors: those of the fields, else that of the call,
 * which often only says that there are some.
 */
export function reasonOf(error: unknown): string {
  const failure = asCallError(error);
  const faults = Object.values(failure.fields ?? {});
  return (faults.length === 0 ? [failure] : faults).map(sentences).join(' ');
}
