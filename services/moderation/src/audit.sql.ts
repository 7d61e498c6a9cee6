import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

const DECISION = z.strictObject({
  at: z.date(),
  who: z.string().nullable(),
  action: z.string(),
  note: z.string(),
  kind: z.string(),
  subject: z.string(),
  title: z.string(),
});

/** Returns the last decisions, newest first, with the name of the person if it is known. */
export function lastDecisions(connection: SqlConnection, max: number): Promise<z.infer<typeof DECISION>[]> {
  return queryRows(
    connection,
    DECISION,
    `select at, coalesce(username, who) as who, action, note, kind, subject_type || ' ' || subject_id as subject,
            subject_title as title
       from history join item on item.id = item_id left join person on person.id = who
      where action not in ('submitted', 'claimed', 'released') order by position desc limit $1`,
    [max],
  );
}
