import type { ApiError } from '@switchback/contracts/errors';

/** What a failed call leaves behind: the server's words, or ours when it could not be reached. */
export interface CallError {
  title: string;
  message: string;
  /** `ERROR-…` of the server; `NETWORK` and `TIMEOUT` are the browser's own. */
  code: string;
  /** The HTTP status; 0 when there was no answer. */
  type: number;
  requestId?: string;
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
