/** What the product's indexes are called on an Elasticsearch that others may use too. */
export interface Names {
  /** Alias of the index that is searched and written. Nothing but a rebuild ever points it anywhere. */
  live: string;
  /** Alias of the index that a rebuild fills; there while one runs, or died. */
  next: string;
  /** The index that holds who rebuilds. */
  lock: string;
  /** Every index of drives there ever was, for who lists them; the lock matches it too. */
  pattern: string;
}

export function namesOf(prefix: string): Names {
  const live = `${prefix}drives`;
  return { live, next: `${live}-next`, lock: `${live}-rebuild`, pattern: `${live}-*` };
}

/** Of an index of its own for a rebuild that begins now. */
export function indexName({ live }: Names, now: Date): string {
  return `${live}-${now.getTime()}`;
}

export function isIndexName({ live }: Names, name: string): boolean {
  return name.startsWith(`${live}-`) && /^\d+$/.test(name.slice(live.length + 1));
}
