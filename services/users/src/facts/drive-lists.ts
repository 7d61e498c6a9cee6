import { Injectable } from '@nestjs/common';
import type { Caller } from '@switchback/platform/rpc/call';
import type { Driven, DrivenStats, Lists, SharedByMe, SharedWithMe } from '@switchback/proto/users/v1/user';
import { DataSource } from 'typeorm';
import { PUBLISHED, viewerValues, visible } from './visible.js';

/** Maximum number of drives shown to a person that are their own, or shared with them. */
const DRIVES_MAX = 10_000;
const LAST_MADE_FIRST = 'f.created_at desc, f.drive_id';

type Listed = Pick<Lists, 'saved' | 'completed'>;
interface ListedRow {
  list: keyof Listed;
  ids: string[];
}
interface OwnRow {
  id: string;
  privacy: string;
  isPublic: boolean;
  sharedWith: string[];
}

/**
 * Drives that a person ($1) saved and completed, most recently listed first, as far as the viewer ($2, $3) may see
 * them.
 */
const LISTED = `select l.list, array_agg(l.drive_id order by l.position desc) as ids
    from listed_drive l join drive_fact f on f.drive_id = l.drive_id
   where l.user_id = $1 and not f.is_deleted and ${visible('$2', '$3')} group by l.list`;

/** Totals of the drives that a person ($1) completed, as far as the viewer ($2, $3) may see them. */
const DRIVEN = `with driven as (
     select f.distance, f.duration, f.state_ids, f.country_ids
       from listed_drive l join drive_fact f on f.drive_id = l.drive_id
      where l.user_id = $1 and l.list = 'completed' and not f.is_deleted and ${visible('$2', '$3')})
   select coalesce(sum(distance), 0) as distance, coalesce(sum(duration), 0) as duration,
          (select count(distinct state)::int from driven, unnest(state_ids) state) as states,
          (select count(distinct country)::int from driven, unnest(country_ids) country) as countries
     from driven`;

/** The same data as lists, one entry per drive, most recently listed first. */
const DRIVEN_LISTS = `with driven as (
     select l.position, f.distance, f.duration, f.state_ids, f.country_ids
       from listed_drive l join drive_fact f on f.drive_id = l.drive_id
      where l.user_id = $1 and l.list = 'completed' and not f.is_deleted and ${visible('$2', '$3')})
   select coalesce(array_agg(distance order by position desc), '{}') as distance,
          coalesce(array_agg(duration order by position desc), '{}') as duration,
          array(select distinct unnest(state_ids) from driven order by 1) as states,
          array(select distinct unnest(country_ids) from driven order by 1) as countries
     from driven`;

/** Drives made by a person ($1), at most $4, newest first. */
const OWN = `select f.drive_id as id, f.privacy, f.is_public as "isPublic", f.shared_with as "sharedWith" from drive_fact f
   where f.owner_id = $1 and f.owner_id <> '' and not f.is_deleted order by ${LAST_MADE_FIRST} limit $4`;

/** Drives, at most $4, that other people share with a person ($1, seeing as $2), grouped by owner. */
const SHARED = `select f.owner_id as "userId", u.username, array_agg(f.drive_id order by ${LAST_MADE_FIRST}) as "driveIds"
    from (select * from drive_fact where viewers && $2::text[] and viewers <> '{}' and owner_id <> $1
           and not is_deleted order by created_at desc limit $4) f
    join username u on u.user_id = f.owner_id group by f.owner_id, u.username, u.key order by u.key`;

/** A person's view of their own drives; parts that were not requested are null. */
interface OwnView {
  listed: ListedRow[] | null;
  own: OwnRow[] | null;
  shared: SharedWithMe[] | null;
  driven: [Driven] | null;
}

/** Lists of drives and statistics for profiles. Never reveals a drive that the viewer may not see. */
@Injectable()
export class DriveLists {
  constructor(private readonly source: DataSource) {}

  /**
   * Returns every list of the caller, with the same contents as {@link listed} and its neighbors, in one statement,
   * since every login runs it. Only Hero accounts get the drives shared with them.
   * @param withDriven whether to include the figures of completed drives.
   */
  async ofCaller(caller: Caller, withDriven: boolean): Promise<{ lists: Lists; driven: Driven | null }> {
    const none = 'select 1 where false';
    const shared = caller.accountType === 'free' ? none : SHARED;
    const [view] = await this.source.query<[OwnView]>(
      `select ${rowsOf(LISTED)} as listed, ${rowsOf(OWN)} as own, ${rowsOf(shared)} as shared,
         ${rowsOf(withDriven ? DRIVEN_LISTS : none)} as driven`,
      [caller.userId, ...viewerValues(caller), DRIVES_MAX],
    );
    const lists = { ...listedOf(view.listed ?? []), ...ownOf(view.own ?? []), shared: view.shared ?? [] };
    return { lists, driven: view.driven?.[0] ?? null };
  }

  /** Returns the drives that a person saved and completed, most recently listed first. */
  async listed(userId: string, viewer: Caller | null): Promise<Listed> {
    return listedOf(await this.source.query<ListedRow[]>(LISTED, [userId, ...viewerValues(viewer)]));
  }

  /** Returns a person's drives that everyone may see, newest first. */
  async published(userId: string): Promise<string[]> {
    const rows = await this.source.query<{ id: string }[]>(
      `select f.drive_id as id from drive_fact f
        where f.owner_id = $1 and f.owner_id <> '' and not f.is_deleted and ${PUBLISHED}
        order by ${LAST_MADE_FIRST} limit $2`,
      [userId, DRIVES_MAX],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns the totals of the drives that a person completed. */
  async driven(userId: string, viewer: Caller | null): Promise<DrivenStats> {
    const [row] = await this.source.query<[DrivenStats]>(DRIVEN, [userId, ...viewerValues(viewer)]);
    return row;
  }
}

/** Aggregates the rows of a query into one value, in their order. */
function rowsOf(query: string): string {
  return `(select json_agg(r) from (${query}) r)`;
}

function listedOf(rows: readonly ListedRow[]): Listed {
  const of = (name: keyof Listed) => rows.find(({ list }) => list === name)?.ids ?? [];
  return { saved: of('saved'), completed: of('completed') };
}

function ownOf(rows: readonly OwnRow[]): Pick<Lists, 'private' | 'pending' | 'published' | 'sharing'> {
  const made = (test: (row: OwnRow) => boolean) => rows.filter(test).map(({ id }) => id);
  return {
    private: made(({ privacy }) => privacy === 'private'),
    pending: made(({ privacy, isPublic }) => privacy === 'public' && !isPublic),
    published: made(({ isPublic }) => isPublic),
    sharing: rows.flatMap(({ id, privacy, sharedWith: userIds }): SharedByMe[] =>
      privacy === 'private' && userIds.length > 0 ? [{ driveId: id, userIds }] : [],
    ),
  };
}
