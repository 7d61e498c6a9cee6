import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

const DRIVE = z.strictObject({ id: z.string(), gone: z.boolean().nullable() });
const PERSON = z.strictObject({ id: z.string() });

/** Returns drives not checked yet, and deleted drives that still have reviews: at most `max` of each. */
export function drivesToCheck(connection: SqlConnection, max: number): Promise<z.infer<typeof DRIVE>[]> {
  return queryRows(
    connection,
    DRIVE,
    `(select drive_id as id, gone from rating where gone is null order by drive_id limit $1)
     union all
     (select drive_id, gone from rating
       where gone and exists (select from review where review.drive_id = rating.drive_id) limit $1)`,
    [max],
  );
}

/** Returns people with rows here who were not checked yet, or are gone: at most `max` of each table. */
export async function peopleToCheck(connection: SqlConnection, max: number): Promise<string[]> {
  const from = (table: string) =>
    `(select user_id from ${table} where user_id is not null
         and not exists (select from person where id = user_id and not gone) limit $1)`;
  const people = await queryRows(
    connection,
    PERSON,
    `select distinct user_id as id from (
       ${from('review')} union all ${from('helpful')} union all ${from('author')}) as people`,
    [max],
  );
  return people.map(({ id }) => id);
}

/** Stores that a person's account exists. No-op if the person has a row. */
export async function insertPerson(connection: SqlConnection, id: string): Promise<void> {
  await connection.query('insert into person (id) values ($1) on conflict do nothing', [id]);
}
