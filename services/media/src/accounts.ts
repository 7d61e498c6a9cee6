import { Inject, Injectable } from '@nestjs/common';
import { ProductError } from '@switchback/platform/errors';
import type { Call, Caller, Rpc } from '@switchback/platform/rpc/call';
import { accountTypeOf } from '@switchback/platform/wire/account-type';
import type { Account } from '@switchback/proto/auth/v1/account';
import type { AuthService } from '@switchback/proto/auth/v1/service';

export type AuthPeer = () => Promise<Pick<Rpc<AuthService>, 'getAccount'>>;
export const AUTH = Symbol('AuthPeer');

/** The auth service decides what an account is, and is asked each time. */
@Injectable()
export class Accounts {
  constructor(@Inject(AUTH) private readonly auth: AuthPeer) {}

  /** A person as they may act now; null for a suspended or deleted account. */
  async present(userId: string, call: Call): Promise<Caller | null> {
    const account = await this.find(userId, call);
    return account && !account.suspended ? { userId, accountType: accountTypeOf(account.accountType) } : null;
  }

  /** Null for a deleted account. */
  async find(userId: string, call: Call): Promise<Account | null> {
    const peer = await this.auth();
    // The least type: GetAccount goes by the id alone.
    const caller: Caller = { userId, accountType: 'free' };
    try {
      return (await peer.getAccount({}, { ...call, caller })).account ?? null;
    } catch (error) {
      if (error instanceof ProductError && error.error === 'invalidSession') return null;
      throw error;
    }
  }
}
