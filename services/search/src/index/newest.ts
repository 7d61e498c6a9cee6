interface Versioned {
  id: string;
  version: number;
}

/**
 * Returns the newest change of each drive, ordered by id, so that two writers wait for each other instead of
 * deadlocking.
 */
export function newestOfEach<Change extends Versioned>(changes: readonly Change[]): Change[] {
  const newest = new Map<string, Change>();
  for (const change of changes) {
    const known = newest.get(change.id);
    if (!known || known.version < change.version) newest.set(change.id, change);
  }
  return [...newest.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
