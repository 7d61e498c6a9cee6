import { type ColumnList, entityColumns, entityRows } from '@switchback/platform/db/entity-columns';
import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Account } from './account.entity.js';

const ACCOUNT_ID = z.strictObject({ userId: z.string() });

export interface NewAccount extends Pick<
  Account,
  'userId' | 'email' | 'emailKey' | 'passwordHash' | 'accountType' | 'consents' | 'consentedAt'
> {
  isMailboxProven: boolean;
}

export function accountColumns({ dataSource }: EntityManager): ColumnList<Account> {
  return entityColumns(dataSource, Account, 'account');
}

/** Locks an account's row until the transaction ends; undefined if there is none. */
export async function lockAccount(manager: EntityManager, userId: string): Promise<Account | undefined> {
  const columns = accountColumns(manager);
  const statement = `select ${columns} from account where user_id = $1 for update`;
  const [account] = await entityRows(manager, columns, statement, [userId]);
  return account;
}

/** @returns whether the account is new; false if the address or the person already has one. */
export async function insertAccount(
  connection: SqlConnection,
  { userId, email, emailKey, passwordHash, accountType, isMailboxProven, consents, consentedAt }: NewAccount,
): Promise<boolean> {
  const inserted = await queryRows(
    connection,
    ACCOUNT_ID,
    `insert into account (user_id, email, email_key, password_hash, account_type, enabled, rev, mailbox_proven_at,
       consents, consented_at)
     values ($1, $2, $3, $4, $5, true, 1, case when $6 then now() end, $7, $8)
     on conflict do nothing returning user_id as "userId"`,
    [userId, email, emailKey, passwordHash, accountType, isMailboxProven, consents, consentedAt],
  );
  return inserted.length > 0;
}

/** Marks a mailbox as proven if the hash is the one of a sign-up code. No-op for a mailbox that is proven already. */
export async function proveMailbox(connection: SqlConnection, userId: string, codeHash: Buffer): Promise<void> {
  await connection.query(
    `update account set mailbox_proven_at = now() where user_id = $1 and mailbox_proven_at is null
       and exists (select from code as c where c.user_id = $1 and c.purpose = 'sign-up' and c.hash = $2)`,
    [userId, codeHash],
  );
}

/** Deletes the mails to a person or to their address. */
export async function deleteMailsOf(
  connection: SqlConnection,
  { userId, emailKey }: Pick<Account, 'userId' | 'emailKey'>,
): Promise<void> {
  await connection.query('delete from mail where user_id = $1 or lower(address) = $2', [userId, emailKey]);
}
