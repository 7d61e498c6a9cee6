import type { DriveActivity } from '@switchback/proto/drives/v1/events';
import { type ActivityPart, columnOf, VALUE_NAMES, withActivity } from '../../document.js';
import { newestOfEach } from '../newest.js';
import type { Sql } from './sql.js';

interface Stored {
  id: string;
  version: number;
  /** Null for a deleted drive. */
  summary: string | null;
}

interface Change extends ActivityPart {
  id: string;
  version: number;
}

const COLUMNS = VALUE_NAMES.map(columnOf);
const WRITE_VALUES = `update drive d set ${COLUMNS.map((name) => `${name} = c.${name}`).join(', ')}
  from unnest($1::text[], ${COLUMNS.map((_, index) => `$${index + 2}::float8[]`).join(', ')}) as c (id, ${COLUMNS.join(', ')})
  where d.id = c.id`;

/** Writes activity to the rows of known drives. Returns the ids of the changed drives, and of those to write whole. */
export async function writeActivity(
  sql: Sql,
  activities: readonly DriveActivity[],
): Promise<{ changed: string[]; lacking: string[] }> {
  const newest = newestOfEach(activities.map((activity) => ({ id: activity.id, version: activity.rev, activity })));
  const stored = await lockStored(
    sql,
    newest.map(({ id }) => id),
  );
  const [changes, lacking] = [[] as Change[], [] as string[]];
  for (const { id, version, activity } of newest) {
    const known = stored.get(id);
    if (known && (known.summary === null || known.version >= version)) continue;
    const part = known?.summary ? withActivity(known.summary, activity) : null;
    if (part) changes.push({ id, version, ...part });
    else lacking.push(id);
  }
  if (changes.length > 0) await writeChanges(sql, changes);
  return { changed: changes.map(({ id }) => id), lacking };
}

async function lockStored(sql: Sql, ids: readonly string[]): Promise<Map<string, Stored>> {
  const { rows } = await sql.query<Stored>({
    text: `select v.id, v.version::float8 as version, c.summary from version v left join card c on c.id = v.id
      where v.id = any($1) order by v.id for update of v`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

async function writeChanges(sql: Sql, changes: readonly Change[]): Promise<void> {
  const ids = changes.map(({ id }) => id);
  await sql.query({
    text: `update version v set version = c.version from unnest($1::text[], $2::int8[]) as c (id, version)
      where v.id = c.id`,
    values: [ids, changes.map(({ version }) => version)],
  });
  const valuesOf = (name: (typeof VALUE_NAMES)[number]) => changes.map(({ values }) => values[name]);
  await sql.query({ text: WRITE_VALUES, values: [ids, ...VALUE_NAMES.map(valuesOf)] });
  await sql.query({
    text: `update card k set summary = c.summary, hash = c.hash
      from unnest($1::text[], $2::text[], $3::text[]) as c (id, summary, hash) where k.id = c.id`,
    values: [ids, changes.map(({ summary }) => summary), changes.map(({ hash }) => hash)],
  });
}
