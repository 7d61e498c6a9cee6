import { connectDrives, statesOf } from '@switchback/drives/schema';
import type { Foundation } from '@switchback/platform/process/foundation';
import { openIndex } from '@switchback/search/open-index';
import { reindex, type ReindexListener, type ReindexResult } from '@switchback/search/reindex';

/** Rebuilds the search index from the drives service's own schema, whether or not processes are running. */
export async function rebuildIndex(
  { settings, clock, database }: Pick<Foundation, 'settings' | 'clock' | 'database'>,
  listener?: ReindexListener,
): Promise<ReindexResult> {
  const drives = await connectDrives(await database());
  try {
    // The duration of a rebuild's statements grows with the number of drives, so they have no timeout.
    const unhurried = async () => ({ ...(await database()), statementTimeoutMs: 0 });
    const { index, close } = await openIndex(settings, { database: unhurried, clock });
    try {
      return await reindex(index, statesOf(drives, clock), listener);
    } finally {
      await close();
    }
  } finally {
    await drives.destroy();
  }
}
