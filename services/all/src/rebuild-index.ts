import { connectDrives, statesOf } from '@switchback/drives/schema';
import type { Foundation } from '@switchback/platform/process/foundation';
import { openIndex } from '@switchback/search/open-index';
import { reindex, type ReindexListener, type ReindexResult } from '@switchback/search/reindex';

/** Builds the search index anew from the drives' own schema, beside running processes or without any. */
export async function rebuildIndex(
  { settings, clock, database }: Pick<Foundation, 'settings' | 'clock' | 'database'>,
  listener?: ReindexListener,
): Promise<ReindexResult> {
  const drives = await connectDrives(await database());
  try {
    // A rebuild's statements take as long as there are drives.
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
