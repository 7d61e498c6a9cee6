import { bothColumns, type ColumnList, entityColumns, entityRows } from '@switchback/platform/db/entity-columns';
import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import type { Caller } from '@switchback/platform/rpc/call';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { SeenDrive } from './drive-access.js';
import { Photo, type PhotoRow } from './photo.entity.js';
import { MAY_SEE, seenBy } from './photo.policy.js';

const OWN_PAGE = 500;

const LIKES = z.strictObject({ id: z.string(), users: z.array(z.string()) });

function columnsIn({ dataSource }: EntityManager): ColumnList<PhotoRow> {
  return entityColumns(dataSource, Photo, 'photo', ['sourceHash']);
}

/** Returns all photos of a drive in their order, at most a hundred. */
export function photosOfDrive(manager: EntityManager, driveId: string): Promise<PhotoRow[]> {
  const columns = columnsIn(manager);
  return entityRows(manager, columns, `select ${columns} from photo where drive_id = $1 order by position, id`, [
    driveId,
  ]);
}

export async function findPhoto(manager: EntityManager, id: string): Promise<PhotoRow | undefined> {
  const columns = columnsIn(manager);
  const [photo] = await entityRows(manager, columns, `select ${columns} from photo where id = $1`, [id]);
  return photo;
}

/** Returns a photo of a drive if the caller sees both. */
export async function findVisiblePhoto(
  manager: EntityManager,
  drive: SeenDrive | null,
  id: string,
  caller: Caller | null,
): Promise<PhotoRow | undefined> {
  const columns = columnsIn(manager);
  const statement = `select ${columns} from photo where id = $1 and drive_id = $2 and ${MAY_SEE}`;
  const [photo] = await entityRows(manager, columns, statement, [id, drive?.id ?? '', ...seenBy(drive, caller)]);
  return photo;
}

/** Reads a page of the photos that a person added or likes, by keyset pagination. */
export function photosOfPerson(
  manager: EntityManager,
  userId: string,
  after: string,
): Promise<(PhotoRow & { liked: boolean })[]> {
  const liked: ColumnList<{ liked: boolean }> = 'id in (select photo_id from liked) as liked';
  const columns = bothColumns(columnsIn(manager), liked);
  return entityRows(
    manager,
    columns,
    `with liked as (select photo_id from photo_like where user_id = $1)
     select ${columns} from photo
      where (added_by = $1 or id in (select photo_id from liked)) and id > $2 order by id limit ${OWN_PAGE}`,
    [userId, after],
  );
}

/** Returns the people who like each photo, in the order of their likes, by the photo's id. */
export async function likesOf(connection: SqlConnection, ids: readonly string[]): Promise<Map<string, string[]>> {
  const likes = await queryRows(
    connection,
    LIKES,
    `select photo_id as id, array_agg(user_id order by position) as users
       from photo_like where photo_id = any ($1) group by photo_id`,
    [ids],
  );
  return new Map(likes.map(({ id, users }) => [id, users]));
}
