import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import type { Credit } from '@switchback/proto/media/v1/service';
import { z } from 'zod';

const DRIVE = z.strictObject({ id: z.string(), gone: z.boolean().nullable() });
const PERSON = z.strictObject({ id: z.string() });

/** Returns drives not checked yet, and deleted drives that still have photos: at most `max` of each. */
export function drivesToCheck(connection: SqlConnection, max: number): Promise<z.infer<typeof DRIVE>[]> {
  return queryRows(
    connection,
    DRIVE,
    `(select id, gone from drive where gone is null order by id limit $1)
     union all
     (select id, gone from drive where gone and exists (select from photo where drive_id = drive.id) limit $1)`,
    [max],
  );
}

/** Returns people with rows here who were not checked yet, or are gone: at most `max` of each table. */
export async function peopleToCheck(connection: SqlConnection, max: number): Promise<string[]> {
  const from = (table: string, column = 'user_id') =>
    `(select ${column} as user_id from ${table} where ${column} is not null
         and not exists (select from person where id = ${column} and not gone) limit $1)`;
  const people = await queryRows(
    connection,
    PERSON,
    `select distinct user_id as id from (
       ${from('photo', 'added_by')} union all ${from('photo_like')} union all ${from('suspension')}) as people`,
    [max],
  );
  return people.map(({ id }) => id);
}

/** Stores that a person's account exists. No-op if the person has a row. */
export async function insertPerson(connection: SqlConnection, id: string): Promise<void> {
  await connection.query('insert into person (id) values ($1) on conflict do nothing', [id]);
}

/** Replaces the credit of photos whose author's account was deleted. */
export async function replaceCredits(connection: SqlConnection, credit: Credit): Promise<void> {
  await connection.query('update photo set credit = $1 where added_by is null and credit <> $1', [credit]);
}
