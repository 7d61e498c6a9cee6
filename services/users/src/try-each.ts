/** This many failures mean that the storage is unavailable, rather than some files. */
const FAILURES_MAX = 10;

/**
 * Runs the work for each item in turn and continues after a failure, so that an item that always fails does not block
 * the rest. Stops after ten failures.
 * @throws AggregateError of the failures, with their messages; the signal's reason if it was aborted.
 */
export async function tryEach<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    signal?.throwIfAborted();
    await work(item).catch((error: unknown) => failures.push(error));
    if (failures.length >= FAILURES_MAX) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
}
