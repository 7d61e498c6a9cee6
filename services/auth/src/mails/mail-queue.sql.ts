import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';
import { MAIL_KINDS, type MailKind } from './mail-kinds.js';
import type { PendingMail } from './pending-mail.entity.js';

const OPEN_MAIL = z.strictObject({
  kind: z.enum(Object.keys(MAIL_KINDS) as MailKind[]),
  address: z.string(),
  userId: z.string().nullable(),
});
const MAIL_ID = z.strictObject({ id: z.string() });
const UNCLAIMED = z.strictObject({ count: z.number(), oldestAgeMs: z.number().nullable() });

/** Condition of a mail that no worker has claimed. */
const IS_OPEN = 'id = $1 and claimed_at is null and expires_at > now()';

export type OpenMail = z.infer<typeof OPEN_MAIL>;

export interface NewMail extends Pick<PendingMail, 'id' | 'kind' | 'userId' | 'address'> {
  /** Hours until the mail expires. */
  hours: number;
}

export async function insertMail(
  connection: SqlConnection,
  { id, kind, userId, address, hours }: NewMail,
): Promise<void> {
  await connection.query(
    `insert into mail (id, kind, user_id, address, expires_at) values ($1, $2, $3, $4, now() + make_interval(hours => $5))`,
    [id, kind, userId, address, hours],
  );
}

/** Returns a mail without locking it; undefined if it is claimed, expired or sent. */
export async function findOpenMail(connection: SqlConnection, id: string): Promise<OpenMail | undefined> {
  const statement = `select kind, address, user_id as "userId" from mail where ${IS_OPEN}`;
  const [mail] = await queryRows(connection, OPEN_MAIL, statement, [id]);
  return mail;
}

/** @returns whether the mail was open. */
export async function claimMail(connection: SqlConnection, id: string): Promise<boolean> {
  const statement = `update mail set claimed_at = now() where ${IS_OPEN} returning id`;
  const claimed = await queryRows(connection, MAIL_ID, statement, [id]);
  return claimed.length > 0;
}

/** Returns the ids of mails that have been unclaimed for some time, oldest first. */
export async function unclaimedMails(connection: SqlConnection, forSeconds: number, max: number): Promise<string[]> {
  const mails = await queryRows(
    connection,
    MAIL_ID,
    `select id from mail where claimed_at is null and expires_at > now()
       and created_at < now() - make_interval(secs => $1) order by created_at limit $2`,
    [forSeconds, max],
  );
  return mails.map(({ id }) => id);
}

/** Counts the unclaimed mails, and returns the age of the oldest; null if there are none. */
export async function countUnclaimed(connection: SqlConnection): Promise<z.infer<typeof UNCLAIMED>> {
  const [unclaimed] = await queryRows(
    connection,
    UNCLAIMED,
    `select count(*)::integer as count,
       (extract(epoch from now() - min(created_at)) * 1000)::double precision as "oldestAgeMs"
     from mail where claimed_at is null and expires_at > now()`,
  );
  return unclaimed!;
}
