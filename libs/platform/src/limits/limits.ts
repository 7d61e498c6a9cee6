/** How often something may be done under one key. */
export interface Limit {
  /** What is limited, in the names of keys: lower-case words joined by dashes. */
  name: string;
  calls: number;
  /** From the first call under a key; the first call after it begins a new one. */
  windowMs: number;
}

/** The port to limits: counts what is done, in windows that begin with a key's first call. */
export interface Limits {
  /**
   * Counts a call, also one that is refused.
   * @param key under which is counted, at most 100 characters.
   * @returns 0 when it may go on, else after how many milliseconds the next one may.
   */
  take(limit: Limit, key: string): Promise<number>;
  /**
   * Takes one counted call back, where what is limited is known only once it was done, such as a login that failed:
   * counted before, it cannot be done more often by doing it at once.
   */
  giveBack(limit: Limit, key: string): Promise<void>;
  close(): Promise<void>;
}
