// Warm-up for a freshly started Elasticsearch, before concurrent use.

const TIMEOUT_MS = 20_000;

/**
 * Triggers a first, solitary error. Elasticsearch's exception classes initialize each other on first use; two
 * concurrent errors start from both ends, and both network threads deadlock (seen in 9.5.3).
 *
 * @param {string | undefined} url of the engine; no-op without one, or if it does not answer.
 */
export async function bringFirstError(url) {
  if (!url) return;
  await fetch(new URL('/no-such-index/_doc/1', url), { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    (answer) => answer.text(),
    () => undefined,
  );
}
