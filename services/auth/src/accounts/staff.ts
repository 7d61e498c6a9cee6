import type { AuthSettings } from '../auth-settings.js';
import type { UsersPeer } from '../users-peer.js';
import type { AccountType } from '@switchback/contracts/rules/accounts';
import type { Ids } from '@switchback/platform/ids';
import type { Call } from '@switchback/platform/rpc/call';
import { toWireAccountType } from '@switchback/platform/wire/account-type';
import type { DataSource, EntityManager } from 'typeorm';
import { Account } from '../auth.entities.js';
import { requireEmail, requirePassword } from '../input.js';
import type { PasswordHasher } from '../passwords/password-hasher.js';
import { forgetTotp } from '../second-factor/totp-rows.js';
import type { EndedSessions } from '../sessions/ended-sessions.js';
import { typeFrom } from './account-type.js';
import type { Accounts } from './accounts.js';
import type { Suspensions } from './suspensions.js';

/** How long a name is held for an account that is being made. */
const HELD_MS = 60_000;
const LIST_MAX = 10_000;

export interface StaffDraft {
  email: string;
  username: string;
  password: string;
  accountType: AccountType;
}

/** What becomes of an account whose row is held. */
type Change = (manager: EntityManager, account: Account) => Promise<Pick<Account, 'accountType'>>;

/** What whoever runs the product does to accounts, without anybody's password. */
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
   * A confirmed account.
   * @returns its user id; null where the address has one.
   * @throws ProductError with the fields at fault.
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
      await accounts.tellDeleted(manager, userId, 1);
      return null;
    });
  }

  /** The oldest first, a bounded number. */
  list(): Promise<Account[]> {
    return this.source.getRepository(Account).find({ order: { createdAt: 'asc', userId: 'asc' }, take: LIST_MAX });
  }

  /**
   * Grants a type, a floor under what a subscription gives; `free` takes the grant away and leaves the subscription.
   * @returns what the account is now; null for no such account.
   */
  async setType(email: string, granted: AccountType): Promise<AccountType | null> {
    let accountType: AccountType | null = null;
    await this.change(email, async (manager, account) => {
      await manager.query('update account set granted_type = $2 where user_id = $1', [account.userId, granted]);
      accountType = typeFrom({ granted, entitled: account.entitled });
      return { accountType };
    });
    return accountType;
  }

  /** Shuts somebody out, with all their sessions and links, or lets them in again. @returns whether there is such an account. */
  async setEnabled(email: string, enabled: boolean): Promise<boolean> {
    const found = await this.accounts.findByEmail(email.trim());
    return found ? this.suspensions.set(found.userId, enabled) : false;
  }

  /** For who has lost both the app and the recovery codes. @returns whether codes were asked for; null for no such account. */
  async turnOffTotp(email: string): Promise<boolean | null> {
    const { source, accounts } = this;
    const found = await accounts.findByEmail(email.trim());
    if (!found) return null;
    return source.transaction(async (manager) => {
      const account = await accounts.lock(manager, found.userId);
      return account && forgetTotp(manager, account.userId);
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
      await ended.tellChanged(manager, account.userId);
      return true;
    });
  }
}
