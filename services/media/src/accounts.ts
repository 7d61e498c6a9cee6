import { Inject, Injectable } from '@nestjs/common';
import type { Call, Caller } from '@switchback/platform/rpc/call';
import { ACCOUNTS, type AccountsPeer, findAccount } from '@switchback/platform/rpc/find-account';
import { accountTypeOf } from '@switchback/platform/wire/account-type';

/** The auth service decides what an account is, and is asked each time. */
@Injectable()
export class Accounts {
  constructor(@Inject(ACCOUNTS) private readonly auth: AccountsPeer) {}

  /** A person as they may act now; null for a suspended or deleted account. */
  async present(userId: string, call: Call): Promise<Caller | null> {
    const account = await findAccount(this.auth, userId, call);
    return account && !account.suspended ? { userId, accountType: accountTypeOf(account.accountType) } : null;
  }

  async exists(userId: string, call: Call): Promise<boolean> {
    return (await findAccount(this.auth, userId, call)) !== null;
  }
}
