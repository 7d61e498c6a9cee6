import { Injectable } from '@nestjs/common';
import type { AccountType } from '@switchback/contracts/rules/accounts';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { accountsTopic } from '@switchback/platform/events/topics';
import { toWireAccountType } from '@switchback/platform/wire/account-type';
import type { AccountEvent } from '@switchback/proto/auth/v1/events';
import { DataSource, type EntityManager } from 'typeorm';
import { Account } from './account.entity.js';
import { emailKey } from '../email-key.js';
import { hashSecret } from '../secrets.js';
import { EndedSessions } from '../sessions/ended-sessions.js';
import type { Consents } from './consents.js';

/** Columns of `account`, aliased to the entity's property names. */
export const ACCOUNT_COLUMNS = `user_id as "userId", email, email_key as "emailKey", password_hash as "passwordHash",
  account_type as "accountType", granted_type as "grantedType", entitled, entitled_rev as "entitledRev", enabled, rev, mailbox_proven_at as "mailboxProvenAt",
  consents, consented_at as "consentedAt", created_at as "createdAt"`;

/** Initial values of an account. */
export interface AccountDraft {
  userId: string;
  email: string;
  /** Null if the person logs in through another provider. */
  passwordHash: string | null;
  accountType: AccountType;
  /** Whether the mailbox provably belongs to the person who logs in; opening a mail there is not proof enough. */
  isMailboxProven: boolean;
  /** Consents the person gave, and when; absent if staff create the account. */
  consents?: Consents | null;
  consentedAt?: Date | null;
}

/** Stores accounts and publishes their changes: each change and its event share one transaction. */
@Injectable()
export class Accounts {
  constructor(
    private readonly source: DataSource,
    private readonly events: EventFactory,
    private readonly ended: EndedSessions,
  ) {}

  findByEmail(email: string): Promise<Account | null> {
    return this.source.getRepository(Account).findOneBy({ emailKey: emailKey(email) });
  }

  find(userId: string): Promise<Account | null> {
    return this.source.getRepository(Account).findOneBy({ userId });
  }

  /** Locks the account's row until the transaction ends, so that changes to an account run one at a time. */
  async lock(manager: EntityManager, userId: string): Promise<Account | null> {
    const statement = `select ${ACCOUNT_COLUMNS} from account where user_id = $1 for update`;
    const [account] = await manager.query<Account[]>(statement, [userId]);
    return account ?? null;
  }

  /** @returns whether the account was created; false if the address or the person already has one. */
  async add(manager: EntityManager, draft: AccountDraft): Promise<boolean> {
    const { userId, email, passwordHash, accountType, isMailboxProven, consents = null, consentedAt = null } = draft;
    const added = await manager.query<Account[]>(
      `insert into account (user_id, email, email_key, password_hash, account_type, enabled, rev, mailbox_proven_at,
         consents, consented_at)
       values ($1, $2, $3, $4, $5, true, 1, case when $6 then now() end, $7, $8) on conflict do nothing returning user_id`,
      [userId, email, emailKey(email), passwordHash, accountType, isMailboxProven, consents, consentedAt],
    );
    if (added.length === 0) return false;
    await this.publishSaved(manager, { userId, rev: 1, accountType, enabled: true });
    return true;
  }

  /**
   * Marks the mailbox as proven if the client that knows the password also holds the code of the sign-up mail. No-op
   * for any other code.
   */
  async noteMailbox(userId: string, signUpCode: string): Promise<void> {
    await this.source.query(
      `update account set mailbox_proven_at = now() where user_id = $1 and mailbox_proven_at is null
         and exists (select from code as c where c.user_id = $1 and c.purpose = 'sign-up' and c.hash = $2)`,
      [userId, hashSecret(signUpCode)],
    );
  }

  /** Updates the published fields of an account whose row is locked. */
  async change(
    manager: EntityManager,
    account: Account,
    change: Partial<Pick<Account, 'accountType' | 'enabled'>>,
  ): Promise<void> {
    const changed = { ...account, ...change, rev: account.rev + 1 };
    const { userId, accountType, enabled, rev } = changed;
    await manager.update(Account, { userId }, { accountType, enabled, rev });
    await this.publishSaved(manager, changed);
  }

  /** Erases all data stored here about the person whose row is locked; the other services erase theirs on the event. */
  async erase(manager: EntityManager, { userId, emailKey, rev }: Account): Promise<void> {
    await manager.query('delete from account where user_id = $1', [userId]);
    await this.ended.endAll(manager, userId);
    for (const table of ['code', 'totp', 'recovery_code', 'identity', 'oidc_login'])
      await manager.query(`delete from ${table} where user_id = $1`, [userId]);
    // Mails last: the job that sends them locks the row of the account or sign-up before the mail's.
    await manager.query('delete from sign_up where email_key = $1', [emailKey]);
    await manager.query('delete from mail where user_id = $1 or lower(address) = $2', [userId, emailKey]);
    await this.publishDeleted(manager, userId, rev + 1);
  }

  /** Also used for a person who never got an account, since other services may already store data about them. */
  async publishDeleted(manager: EntityManager, userId: string, rev: number): Promise<void> {
    const payload: AccountEvent = { userId, rev, deleted: {} };
    const event = this.events.create({ type: 'account.deleted', subject: userId, version: rev, payload });
    await appendToOutbox(manager, accountsTopic, [event]);
  }

  private async publishSaved(
    manager: EntityManager,
    { userId, rev, accountType, enabled }: Pick<Account, 'userId' | 'rev' | 'accountType' | 'enabled'>,
  ): Promise<void> {
    const payload: AccountEvent = { userId, rev, saved: { accountType: toWireAccountType(accountType), enabled } };
    const event = this.events.create({ type: 'account.saved', subject: userId, version: rev, payload });
    await appendToOutbox(manager, accountsTopic, [event]);
  }
}
