import type { DataSource } from 'typeorm';
import { LOCK_BASE, MEMBERSHIP } from './postgres-bus-session.js';

/** Groups that a process of any release is a member of at this moment. */
const PRESENT = `select classid::bigint - $1 from pg_locks
  where locktype = 'advisory' and objsubid = 2 and granted and objid::bigint = $2 and classid::bigint >= $1
    and database = (select oid from pg_database where datname = current_database())`;

/**
 * Releases the events of groups without a member for longer than `maxMs`: their positions are deleted, their dead letters stay.
 * A group that returns begins at the oldest event. Counts only time in which some process looks, `stepMs` at most between two
 * looks: an installation that was stopped, or whose services start one after the other, loses nothing.
 * @returns the groups released, as "group of topic".
 */
export async function releaseAbsentGroups(
  dataSource: Pick<DataSource, 'query'>,
  maxMs: number,
  stepMs: number,
): Promise<string[]> {
  const lock = [LOCK_BASE, MEMBERSHIP];
  await dataSource.query(
    `update consumer_group set absent_ms = 0, looked_at = now() where absent_ms > 0 and id in (${PRESENT})`,
    lock,
  );
  await dataSource.query(
    `update consumer_group set looked_at = now(),
       absent_ms = absent_ms + least(extract(epoch from now() - looked_at) * 1000, $3::bigint)::bigint
     where id not in (${PRESENT})`,
    [...lock, stepMs],
  );
  const [released] = await dataSource.query<[{ name: string }[], number]>(
    `delete from position using consumer_group g
      where g.id = position.group_id and g.absent_ms > $3 and g.id not in (${PRESENT})
      returning g.name || ' of ' || g.topic as name`,
    [...lock, maxMs],
  );
  return [...new Set(released.map(({ name }) => name))];
}
