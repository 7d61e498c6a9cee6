/**
 * Maximum number of PostgreSQL connections for each pool of a process. Eight services in one process use 8 × 8 + 5 + 4
 * = 73, and PostgreSQL allows 100 by default: the rest is for commands that run alongside (import, reindex, doctor,
 * backup) and for operators who inspect the database. See docs/deployment.md for the total of separate processes.
 */
export const POOL_SIZES = {
  /** Per service, including the connection held by its outbox relay. */
  service: 8,
  /** Per process; the session that holds the process's locks is extra. */
  bus: 4,
  /** Per process, whatever the number of job kinds: one connection listens for all of them. */
  jobs: 4,
} as const;

/**
 * Idle connections that each pool keeps: opening one costs the server more than the query of an occasional job or poll.
 */
export const POOL_IDLE_MIN = 1;

/** Longer than a minute, so that the next minute's jobs and fallback polls reuse the open connections. */
export const POOL_IDLE_MS = 90_000;
