/**
 * The result of the work, unless the signal is aborted first: then it fails with the signal's reason, and the work goes on
 * for whoever else waits for it.
 */
export function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    const end = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(end);
  });
}
