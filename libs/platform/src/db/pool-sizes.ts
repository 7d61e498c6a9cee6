/**
 * Connections to PostgreSQL at most, for each pool of a process. Eight services in one process take 8 × 8 + 5 + 4 = 73,
 * and PostgreSQL allows 100 unless told otherwise: the rest is for commands beside it (import, reindex, doctor, backup)
 * and for those who look into the database. docs/deployment.md says what separate processes add up to.
 */
export const POOL_SIZES = {
  /** For each service, the one its outbox relay holds included. */
  service: 8,
  /** Once a process; the session that holds the process's locks comes on top. */
  bus: 4,
  /** Once a process, whatever the number of kinds: one connection listens for all of them. */
  jobs: 4,
} as const;

/** Idle connections each pool keeps: opening one costs the server more than the query of an occasional job or poll. */
export const POOL_IDLE_MIN = 1;

/** Longer than a minute: the jobs of the next minute and the fallback polls find the connections of the last. */
export const POOL_IDLE_MS = 90_000;
