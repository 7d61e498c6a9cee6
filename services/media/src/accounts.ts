import { Inject, Injectable } from '@nestjs/common';
import type { Call, Caller } from '@switchback/platform/rpc/call';
import { ACCOUNTS, type AccountsPeer, findAccount } from '@switchback/platform/rpc/find-account';
import { accountTypeOf } from '@switchback/platform/wire/account-type';

/** Account lookups. The auth service is authoritative and is called each time. */
@Injectable()
export class Accounts {
  constructor(@Inject(ACCOUNTS) private readonly auth: AccountsPeer) {}

  /** Returns a person with their current account type; null for a suspended or deleted account. */
  async present(userId: string, call: Call): Promise<Caller | null> {
    const account = await findAccount(this.auth, userId, call);
    return account && !account.suspended ? { userId, accountType: accountTypeOf(account.accountType) } : null;
  }

  async exists(userId: string, call: Call): Promise<boolean> {
    return (await findAccount(this.auth, userId, call)) !== null;
  }
}
