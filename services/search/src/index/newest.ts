import type { IndexChange } from './search-index.js';

/**
 * Returns the newest change of each drive, ordered by id, so that two writers wait for each other instead of
 * deadlocking.
 */
export function newestOfEach(changes: readonly IndexChange[]): IndexChange[] {
  const newest = new Map<string, IndexChange>();
  for (const change of changes) {
    const known = newest.get(change.id);
    if (!known || known.version < change.version) newest.set(change.id, change);
  }
  return [...newest.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
