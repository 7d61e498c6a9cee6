import type { SqlConnection } from '@switchback/platform/db/sql';
import type { ContactMessage } from './contact-message.entity.js';

/** No-op if the message is already stored. */
export async function insertMessage(
  connection: SqlConnection,
  { id, userId, name, email, reason, message, receivedAt }: Omit<ContactMessage, 'mailedAt'>,
): Promise<void> {
  await connection.query(
    `insert into contact_message (id, user_id, name, email, reason, message, received_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing`,
    [id, userId, name, email, reason, message, receivedAt],
  );
}

/** Deletes messages that are older than that many days, up to a maximum number. */
export async function deleteOldMessages(connection: SqlConnection, days: number, max: number): Promise<void> {
  await connection.query(
    `delete from contact_message where id in (
       select id from contact_message where received_at < now() - make_interval(days => $1) limit $2)`,
    [days, max],
  );
}
