// What an Elasticsearch that has just started needs before many talk to it at once.

const TIMEOUT_MS = 20_000;

/**
 * Makes its first error come alone. Its exception classes set each other up when they are first used; two errors at the
 * same time do so from both ends, and both of its network threads then wait for each other for ever (seen in 9.5.3).
 *
 * @param {string | undefined} url of the engine; nothing happens without one, or when it does not answer.
 */
export async function bringFirstError(url) {
  if (!url) return;
  await fetch(new URL('/no-such-index/_doc/1', url), { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    (answer) => answer.text(),
    () => undefined,
  );
}
