import type { DataSource } from 'typeorm';
import { LOCK_BASE, MEMBERSHIP } from './postgres-bus-session.js';

/** Selects the groups that currently have a member in some process, of any release. */
const PRESENT = `select classid::bigint - $1 from pg_locks
  where locktype = 'advisory' and objsubid = 2 and granted and objid::bigint = $2 and classid::bigint >= $1
    and database = (select oid from pg_database where datname = current_database())`;

/**
 * Releases the events of groups that have had no member for longer than `maxMs`: deletes their positions but not their
 * dead letters. A group that returns starts at the oldest event. Counts only time during which some process checks, at
 * most `stepMs` between two checks: an installation that was stopped, or whose services start one by one, loses
 * nothing.
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
