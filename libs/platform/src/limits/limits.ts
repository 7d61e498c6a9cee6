/** Rate limit for one key. */
export interface Limit {
  /** Name of the limited action, used in keys: lower-case words joined by dashes. */
  name: string;
  calls: number;
  /** Starts at the first call under a key; the first call after it starts a new window. */
  windowMs: number;
}

/** Port to rate limits: counts calls in windows that start with a key's first call. */
export interface Limits {
  /**
   * Counts a call, even one that is rejected.
   * @param key to count under, at most 100 characters.
   * @returns 0 if the call is allowed, else the milliseconds until the next one is.
   */
  count(limit: Limit, key: string): Promise<number>;
  /**
   * Reverts the count of one call. For actions that count only depending on their outcome, such as failed logins:
   * counting them up front keeps concurrent attempts from exceeding the limit.
   */
  giveBack(limit: Limit, key: string): Promise<void>;
  close(): Promise<void>;
}
