import type { DriveActivity } from '@switchback/proto/drives/v1/events';
import { withActivity } from '../../document.js';
import { newestOfEach } from '../newest.js';
import type { SqlConnection } from '@switchback/platform/db/sql';
import { type ActivityChange, lockStored, updateActivity } from './write-activity.sql.js';

/** Writes activity to the rows of known drives. Returns the ids of the changed drives, and of those to write whole. */
export async function writeActivity(
  connection: SqlConnection,
  activities: readonly DriveActivity[],
): Promise<{ changed: string[]; lacking: string[] }> {
  const newest = newestOfEach(activities.map((activity) => ({ id: activity.id, version: activity.rev, activity })));
  const stored = await lockStored(
    connection,
    newest.map(({ id }) => id),
  );
  const [changes, lacking] = [[] as ActivityChange[], [] as string[]];
  for (const { id, version, activity } of newest) {
    const known = stored.get(id);
    if (known && (known.summary === null || known.version >= version)) continue;
    const part = known?.summary ? withActivity(known.summary, activity) : null;
    if (part) changes.push({ id, version, ...part });
    else lacking.push(id);
  }
  if (changes.length > 0) await updateActivity(connection, changes);
  return { changed: changes.map(({ id }) => id), lacking };
}
