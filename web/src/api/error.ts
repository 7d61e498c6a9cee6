import type { ApiError } from '@switchback/contracts/errors';
import { texts } from '../texts/en.js';

/** What is said of one thing: of a call, or of one of its fields. */
export interface Said {
  title: string;
  message: string;
}

/** What a failed call leaves behind: the server's words, or ours when it could not be reached. */
export interface CallError extends Said {
  /** `ERROR-…` of the server; `NETWORK` and `TIMEOUT` are the browser's own. */
  code: string;
  /** The HTTP status; 0 when there was no answer. */
  type: number;
  requestId?: string;
  /** What to say beside fields of a form; `submit` is its button. */
  fields?: Readonly<Record<string, Said>>;
  /** What is particular to this case, as the call's page in the API says. */
  additional?: Readonly<Record<string, unknown>>;
  /** True when a paid account could have done it. */
  upgrade?: boolean;
  /** How long to wait before asking again may help; null where the server does not say. */
  retryAfterSeconds?: number | null;
}

/** True when a body is the API's one error shape. */
export function isApiError(body: unknown): body is ApiError {
  return (
    typeof body === 'object' &&
    body !== null &&
    typeof (body as ApiError).title === 'string' &&
    typeof (body as ApiError).message === 'string' &&
    typeof (body as ApiError).code === 'string'
  );
}

/** True for what our base query reports, as RTK Query hands errors on as unknown or serialized ones. */
export function isCallError(error: unknown): error is CallError {
  return isApiError(error) && typeof error.type === 'number';
}

/** The error of a call, whatever came; something unexpected in words of ours. */
export function asCallError(error: unknown): CallError {
  return isCallError(error) ? error : { ...texts.errors.unexpected, code: 'UNEXPECTED', type: 0 };
}

/** True where a login wants a code beside what was sent. */
export function asksForCode(error: unknown): boolean {
  return asCallError(error).fields?.['oneTimeCode'] !== undefined;
}

/** Title and message in one line, each ended with a period. */
export function sentences({ title, message }: Said): string {
  return [title, message]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
    .join(' ');
}
