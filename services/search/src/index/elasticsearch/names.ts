/** Names of the product's indexes on an Elasticsearch that may be shared. */
export interface Names {
  /** Alias of the index that is searched and written. Only a rebuild ever moves it. */
  live: string;
  /** Alias of the index that a rebuild fills; exists while one runs, or after one died. */
  next: string;
  /** Index that holds the rebuild lock. */
  lock: string;
  /** Matches every index of drives, past and present; also the lock. */
  pattern: string;
}

export function namesOf(prefix: string): Names {
  const live = `${prefix}drives`;
  return { live, next: `${live}-next`, lock: `${live}-rebuild`, pattern: `${live}-*` };
}

/** Returns the name of a new index for a rebuild. */
export function indexName({ live }: Names, now: Date): string {
  return `${live}-${now.getTime()}`;
}

export function isIndexName({ live }: Names, name: string): boolean {
  return name.startsWith(`${live}-`) && /^\d+$/.test(name.slice(live.length + 1));
}
