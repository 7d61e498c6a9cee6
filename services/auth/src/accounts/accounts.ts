import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { AccountType } from '@switchback/contracts/rules/accounts';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { accountsTopic } from '@switchback/platform/events/topics';
import { toWireAccountType } from '@switchback/platform/wire/account-type';
import type { AccountEvent } from '@switchback/proto/auth/v1/events';
import { type EntityManager, Repository } from 'typeorm';
import { Code } from '../code.entity.js';
import { emailKey } from '../email-key.js';
import { Identity } from '../oidc/identity.entity.js';
import { OidcLogin } from '../oidc/oidc-login.entity.js';
import { RecoveryCode, Totp } from '../second-factor/totp.entity.js';
import { hashSecret } from '../secrets.js';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { Account } from './account.entity.js';
import { deleteMailsOf, insertAccount, lockAccount, proveMailbox } from './accounts.sql.js';
import type { Consents } from './consents.js';
import { SignUp } from './sign-up.entity.js';

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
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    private readonly events: EventFactory,
    private readonly ended: EndedSessions,
  ) {}

  findByEmail(email: string): Promise<Account | null> {
    return this.accounts.findOneBy({ emailKey: emailKey(email) });
  }

  find(userId: string): Promise<Account | null> {
    return this.accounts.findOneBy({ userId });
  }

  /** Locks the account's row until the transaction ends, so that changes to an account run one at a time. */
  async lock(manager: EntityManager, userId: string): Promise<Account | null> {
    return (await lockAccount(manager, userId)) ?? null;
  }

  /** @returns whether the account was created; false if the address or the person already has one. */
  async add(manager: EntityManager, draft: AccountDraft): Promise<boolean> {
    const { userId, email, accountType, consents = null, consentedAt = null } = draft;
    if (!(await insertAccount(manager, { ...draft, emailKey: emailKey(email), consents, consentedAt }))) return false;
    await this.publishSaved(manager, { userId, rev: 1, accountType, enabled: true });
    return true;
  }

  /**
   * Marks the mailbox as proven if the client that knows the password also holds the code of the sign-up mail. No-op
   * for any other code.
   */
  async noteMailbox(userId: string, signUpCode: string): Promise<void> {
    await proveMailbox(this.accounts.manager, userId, hashSecret(signUpCode));
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
    await manager.delete(Account, { userId });
    await this.ended.endAll(manager, userId);
    for (const entity of [Code, Totp, RecoveryCode, Identity, OidcLogin]) await manager.delete(entity, { userId });
    // Mails last: the job that sends them locks the row of the account or sign-up before the mail's.
    await manager.delete(SignUp, { emailKey });
    await deleteMailsOf(manager, { userId, emailKey });
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
