import { ACCOUNT_TYPES } from '@switchback/contracts/rules/accounts';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { NOTICE_KINDS } from '@switchback/contracts/rules/moderation';
import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';
import type { NewNotice, Notice, NoticeSetting } from './notice.entity.js';

const SUBJECT = {
  subjectType: z.string(),
  subjectId: z.string(),
  subjectTitle: z.string(),
  corrected: z.array(z.string()),
  /** Username; null without a person, and for one who is suspended or left. */
  actor: z.string().nullable(),
};
const LISTED = z.strictObject({
  id: z.string(),
  // The next release may store further kinds.
  kind: z.string(),
  at: z.date(),
  readAt: z.date().nullable(),
  ...SUBJECT,
});
const UNMAILED = z.strictObject({
  id: z.string(),
  kind: z.enum(NOTICE_KINDS),
  at: z.date(),
  ...SUBJECT,
  accountType: z.enum(ACCOUNT_TYPES),
  lastMailedAt: z.date().nullable(),
});

const SUBJECT_COLUMNS = `subject_type as "subjectType", subject_id as "subjectId", subject_title as "subjectTitle", corrected,
  (select username.username from profile actor join username on username.user_id = actor.id
    where actor.id = notice.actor_id and actor.enabled) as actor`;
const LISTED_COLUMNS = `id, kind, at, read_at as "readAt", ${SUBJECT_COLUMNS}`;
const NEWEST_FIRST = 'at desc, id';

export type ListedNotice = z.infer<typeof LISTED>;

/** No-op if the notice is already stored. */
export async function insertNotice(
  connection: SqlConnection,
  notice: NewNotice & Pick<Notice, 'inList' | 'mailedAt'>,
): Promise<void> {
  const { id, userId, kind, subject, corrected = [], at, inList, mailedAt, actorId = null } = notice;
  await connection.query(
    `insert into notice
       (id, user_id, kind, subject_type, subject_id, subject_title, corrected, at, in_list, mailed_at, actor_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, (select id from profile where id = $11))
     on conflict (id) do nothing`,
    [id, userId, kind, subject.type, subject.id, subject.title, corrected, at, inList, mailedAt, actorId],
  );
}

/** Deletes a person's oldest notices beyond the limit. */
export async function deleteOldNotices(connection: SqlConnection, userId: string): Promise<void> {
  await connection.query(
    `delete from notice where user_id = $1 and id not in (
       select id from notice where user_id = $1 order by ${NEWEST_FIRST} limit ${LIMITS.noticesMax})`,
    [userId],
  );
}

/** Returns the notices that a person's header lists, newest first. */
export function listedNotices(connection: SqlConnection, userId: string): Promise<ListedNotice[]> {
  const statement = `select ${LISTED_COLUMNS} from notice where user_id = $1 and in_list
    order by ${NEWEST_FIRST} limit ${LIMITS.noticesMax}`;
  return queryRows(connection, LISTED, statement, [userId]);
}

/** Returns all notices of a person, newest first. */
export function noticesOf(connection: SqlConnection, userId: string): Promise<ListedNotice[]> {
  const statement = `select ${LISTED_COLUMNS} from notice where user_id = $1 order by ${NEWEST_FIRST}`;
  return queryRows(connection, LISTED, statement, [userId]);
}

/** Returns the notices still to be mailed to a person, oldest first, each with the person's type and last mail. */
export function unmailedNotices(connection: SqlConnection, userId: string): Promise<z.infer<typeof UNMAILED>[]> {
  return queryRows(
    connection,
    UNMAILED,
    `select notice.id, kind, at, ${SUBJECT_COLUMNS}, profile.account_type as "accountType",
            profile.notices_mailed_at as "lastMailedAt"
       from notice join profile on profile.id = user_id where user_id = $1 and mailed_at is null
      order by at, notice.id`,
    [userId],
  );
}

export async function upsertSetting(connection: SqlConnection, setting: NoticeSetting): Promise<void> {
  const { userId, kind, mail, notice } = setting;
  await connection.query(
    `insert into notice_setting (user_id, kind, mail, notice) values ($1, $2, $3, $4)
     on conflict (user_id, kind) do update set mail = excluded.mail, notice = excluded.notice`,
    [userId, kind, mail, notice],
  );
}
