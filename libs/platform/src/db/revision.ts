import { ProductError } from '../errors.js';

/**
 * Refuses a change that builds on an older revision.
 * @param requested the revision that the caller saw; undefined if the last write wins.
 * @throws ProductError `staleRevision`, with the present revision.
 */
export function requireRevision({ rev }: { rev: number }, requested: number | undefined): void {
  if (requested !== undefined && requested !== rev)
    throw new ProductError('staleRevision', { additional: { _rev: rev } });
}
