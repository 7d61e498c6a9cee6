import { createRequire } from 'node:module';

/** What of kafkajs's queue of the requests to one broker is touched here. */
interface RequestQueue {
  /** Not sent yet: too many are under way, or the broker asked for a pause. */
  readonly pending: readonly unknown[];
  /** Milliseconds since 1970; -1 when there was no pause yet. */
  readonly throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(): void;
}

/** Between two looks at what waits for its turn; each answer of the broker looks as well. */
const LOOK_MS = 10;

/**
 * Lets the queues of kafkajs 2.2.4 rest while nothing waits in them. They look every millisecond for as long as there is
 * a connection, on each of them (tulios/kafkajs#1704, open since 2024): a twentieth of a core for a process without work.
 */
export function calmRequestQueues(): void {
  // kafkajs does not give the class out.
  const path = 'kafkajs/src/network/requestQueue/index.js';
  const { prototype } = createRequire(import.meta.url)(path) as { prototype: RequestQueue };
  prototype.scheduleCheckPendingRequests = function scheduleCheckPendingRequests() {
    if (this.pending.length === 0 || this.throttleCheckTimeoutId) return;
    const pauseMs = Math.max(this.throttledUntil - Date.now(), LOOK_MS);
    this.throttleCheckTimeoutId = setTimeout(() => {
      this.throttleCheckTimeoutId = null;
      this.checkPendingRequests();
    }, pauseMs);
  };
}
