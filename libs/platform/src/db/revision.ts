import { ProductError } from '../errors.js';

/**
 * Refuses a change that builds on an older revision.
 * @param wanted the revision that the caller saw; undefined if the last write wins.
 * @throws ProductError `staleRevision`, with the present revision.
 */
export function requireRevision({ rev }: { rev: number }, wanted: number | undefined): void {
  if (wanted !== undefined && wanted !== rev) throw new ProductError('staleRevision', { additional: { _rev: rev } });
}
