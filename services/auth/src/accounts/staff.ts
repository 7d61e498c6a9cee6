import type { AccountType } from '@switchback/contracts/rules/accounts';
import type { Ids } from '@switchback/platform/ids';
import type { Call } from '@switchback/platform/rpc/call';
import { toWireAccountType } from '@switchback/platform/wire/account-type';
import type { DataSource, EntityManager } from 'typeorm';
import type { AuthSettings } from '../auth-settings.js';
import { requireEmail, requirePassword } from '../input.js';
import type { PasswordHasher } from '../passwords/password-hasher.js';
import { deleteTotp } from '../second-factor/totp-rows.js';
import type { EndedSessions } from '../sessions/ended-sessions.js';
import type { UsersPeer } from '../users-peer.js';
import { typeFrom } from './account-type.js';
import { Account } from './account.entity.js';
import type { Accounts } from './accounts.js';
import type { Suspensions } from './suspensions.js';

/** How long a username is reserved while its account is created. */
const HELD_MS = 60_000;
const LIST_MAX = 10_000;

export interface StaffDraft {
  email: string;
  username: string;
  password: string;
  accountType: AccountType;
}

/** Changes an account whose row is locked. */
type Change = (manager: EntityManager, account: Account) => Promise<Pick<Account, 'accountType'>>;

/** Account operations for operators, without the account's password. */
export class Staff {
  constructor(
    private readonly source: DataSource,
    private readonly accounts: Accounts,
    private readonly ended: EndedSessions,
    private readonly suspensions: Suspensions,
    private readonly hasher: PasswordHasher,
    private readonly users: UsersPeer,
    private readonly ids: Ids,
    private readonly settings: Pick<AuthSettings, 'passwordMin'>,
  ) {}

  /**
   * Creates a confirmed account.
   * @returns its user id; null if the address already has an account.
   * @throws ProductError with the invalid fields.
   */
  async create({ email, username, password, accountType }: StaffDraft, call: Call): Promise<string | null> {
    const { passwordMin } = this.settings;
    const { source, accounts, hasher, ids } = this;
    const draft = { email: requireEmail('email', email), password: requirePassword('password', password, passwordMin) };
    if (await accounts.findByEmail(draft.email)) return null;
    const passwordHash = await hasher.hash(draft.password);
    const userId = ids.uuid();
    const users = await this.users();
    const until = new Date(Date.now() + HELD_MS).toISOString();
    await users.reserveUsername({ userId, username, until }, call);
    await users.createProfile({ userId, accountType: toWireAccountType(accountType) }, call);
    return source.transaction(async (manager) => {
      if (await accounts.add(manager, { userId, email: draft.email, passwordHash, accountType, isMailboxProven: true }))
        return userId;
      await accounts.publishDeleted(manager, userId, 1);
      return null;
    });
  }

  /** Oldest first, up to a fixed limit. */
  list(): Promise<Account[]> {
    return this.source.getRepository(Account).find({ order: { createdAt: 'asc', userId: 'asc' }, take: LIST_MAX });
  }

  /**
   * Grants a type, which is a floor for the subscription's type; `free` revokes the grant and leaves the subscription.
   * @returns the resulting account type; null if there is no such account.
   */
  async setType(email: string, granted: AccountType): Promise<AccountType | null> {
    let accountType: AccountType | null = null;
    await this.change(email, async (manager, account) => {
      await manager.update(Account, { userId: account.userId }, { grantedType: granted });
      accountType = typeFrom({ granted, entitled: account.entitled });
      return { accountType };
    });
    return accountType;
  }

  /** Disables an account and ends its sessions and links, or enables it again. @returns whether the account exists. */
  async setEnabled(email: string, enabled: boolean): Promise<boolean> {
    const found = await this.accounts.findByEmail(email.trim());
    return found ? this.suspensions.set(found.userId, enabled) : false;
  }

  /**
   * For a person who lost both the app and the recovery codes. @returns whether TOTP was on; null if there is no such
   * account.
   */
  async turnOffTotp(email: string): Promise<boolean | null> {
    const { source, accounts } = this;
    const found = await accounts.findByEmail(email.trim());
    if (!found) return null;
    return source.transaction(async (manager) => {
      const account = await accounts.lock(manager, found.userId);
      return account && deleteTotp(manager, account.userId);
    });
  }

  private async change(email: string, changeOf: Change): Promise<boolean> {
    const { source, accounts, ended } = this;
    const found = await accounts.findByEmail(email.trim());
    if (!found) return false;
    return source.transaction(async (manager) => {
      const account = await accounts.lock(manager, found.userId);
      if (!account) return false;
      const change = await changeOf(manager, account);
      await accounts.change(manager, account, change);
      await ended.publishChanged(manager, account.userId);
      return true;
    });
  }
}
