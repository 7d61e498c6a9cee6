import type { Caller } from '@switchback/platform/rpc/call';
import type { DrivenStats, Lists, SharedByMe, SharedWithMe } from '@switchback/proto/users/v1/user';
import type { DataSource } from 'typeorm';
import { PUBLISHED, viewerValues, visible } from './visible.js';

/** Drives a person may be shown at a time, of those that are theirs or shared with them. */
const DRIVES_MAX = 10_000;
const LAST_MADE_FIRST = 'f.created_at desc, f.drive_id';

type OwnLists = Pick<Lists, 'private' | 'pending' | 'published' | 'sharing'>;

/** The lists of drives and the figures that a profile shows. Nothing here tells a viewer of a drive they may not see. */
export class DriveLists {
  constructor(private readonly source: DataSource) {}

  /** What a person saved and completed, the last listed first. */
  async listed(userId: string, viewer: Caller | null): Promise<Pick<Lists, 'saved' | 'completed'>> {
    const rows = await this.source.query<{ list: 'saved' | 'completed'; ids: string[] }[]>(
      `select l.list, array_agg(l.drive_id order by l.position desc) as ids
         from listed_drive l join drive_fact f on f.drive_id = l.drive_id
        where l.user_id = $1 and not f.is_deleted and ${visible('$2', '$3')} group by l.list`,
      [userId, ...viewerValues(viewer)],
    );
    const of = (name: string) => rows.find(({ list }) => list === name)?.ids ?? [];
    return { saved: of('saved'), completed: of('completed') };
  }

  /** The drives a person made, the last made first. */
  async own(userId: string): Promise<OwnLists> {
    const rows = await this.source.query<{ id: string; privacy: string; status: string; shared_with: string[] }[]>(
      `select f.drive_id as id, f.privacy, f.status, f.shared_with from drive_fact f
        where f.owner_id = $1 and f.owner_id <> '' and not f.is_deleted order by ${LAST_MADE_FIRST} limit $2`,
      [userId, DRIVES_MAX],
    );
    const made = (test: (row: (typeof rows)[number]) => boolean) => rows.filter(test).map(({ id }) => id);
    return {
      private: made(({ privacy }) => privacy === 'private'),
      pending: made(({ privacy, status }) => privacy === 'public' && status !== 'approved'),
      published: made(({ privacy, status }) => privacy === 'public' && status === 'approved'),
      sharing: rows.flatMap(({ id, privacy, shared_with: userIds }): SharedByMe[] =>
        privacy === 'private' && userIds.length > 0 ? [{ driveId: id, userIds }] : [],
      ),
    };
  }

  /** The drives of a person that everybody may see, the last made first. */
  async published(userId: string): Promise<string[]> {
    const rows = await this.source.query<{ id: string }[]>(
      `select f.drive_id as id from drive_fact f
        where f.owner_id = $1 and f.owner_id <> '' and not f.is_deleted and ${PUBLISHED}
        order by ${LAST_MADE_FIRST} limit $2`,
      [userId, DRIVES_MAX],
    );
    return rows.map(({ id }) => id);
  }

  /** The drives others share with a person, by those who do. Only Hero accounts see them. */
  async sharedWith({ userId, accountType }: Caller): Promise<SharedWithMe[]> {
    if (accountType === 'free') return [];
    return this.source.query<SharedWithMe[]>(
      `select f.owner_id as "userId", u.username, array_agg(f.drive_id order by ${LAST_MADE_FIRST}) as "driveIds"
         from (select * from drive_fact where shared_with @> array[$1::text] and shared_with <> '{}'
                and privacy = 'private' and not is_deleted order by created_at desc limit $2) f
         join username u on u.user_id = f.owner_id group by f.owner_id, u.username, u.key order by u.key`,
      [userId, DRIVES_MAX],
    );
  }

  /** Figures of what a person completed. */
  async driven(userId: string, viewer: Caller | null): Promise<DrivenStats> {
    const [row] = await this.source.query<[DrivenStats]>(
      `with driven as (
         select f.distance, f.duration, f.state_ids, f.country_ids
           from listed_drive l join drive_fact f on f.drive_id = l.drive_id
          where l.user_id = $1 and l.list = 'completed' and not f.is_deleted and ${visible('$2', '$3')})
       select coalesce(sum(distance), 0) as distance, coalesce(sum(duration), 0) as duration,
              (select count(distinct state)::int from driven, unnest(state_ids) state) as states,
              (select count(distinct country)::int from driven, unnest(country_ids) country) as countries
         from driven`,
      [userId, ...viewerValues(viewer)],
    );
    return row;
  }
}
