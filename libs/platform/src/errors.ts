import { type ApiError, ERRORS, type ErrorName } from '@switchback/contracts/errors';
import { isTransient } from './transient.js';
import { isDiskFull } from './disk-full.js';

interface Options {
  /** Overrides the title of the table, for errors worded by another party. */
  title?: string;
  message?: string;
  fields?: ApiError['fields'];
  additional?: Record<string, unknown>;
  cause?: unknown;
}

/** An error shown to the caller: one row of the table of errors, plus the details of this case. */
export class ProductError extends Error {
  override readonly name = 'ProductError';
  readonly fields: ApiError['fields'];
  readonly additional: Record<string, unknown>;
  readonly error: ErrorName;
  readonly title: string;

  constructor(error: ErrorName, options: Options = {}) {
    super(options.message ?? ERRORS[error].message, { cause: options.cause });
    this.error = error;
    this.title = options.title ?? ERRORS[error].title;
    this.fields = options.fields;
    this.additional = options.additional ?? {};
  }

  /** Converts the error to the form that clients receive. */
  toApiError(requestId: string): ApiError {
    const { code, type } = ERRORS[this.error];
    return {
      title: this.title,
      message: this.message,
      code,
      type,
      ...(this.fields && { fields: this.fields }),
      additional: this.additional,
      requestId,
    };
  }
}

/**
 * Maps a failure to a product error: `storageFull` for a full disk of files or database, `unavailable` if only a
 * dependency failed.
 */
export function toRefusal(error: unknown): ProductError {
  if (error instanceof ProductError) return error;
  if (isDiskFull(error)) return new ProductError('storageFull', { cause: error });
  return new ProductError(isTransient(error) ? 'unavailable' : 'internal', { cause: error });
}

/** Builds an error to show next to a form field; `submit` stands for the form's button. */
export function refuseField(field: string, error: ErrorName, message: string = ERRORS[error].message): ProductError {
  const { code, type, title } = ERRORS[error];
  return new ProductError(error, { fields: { [field]: { title, message, code, type } } });
}
