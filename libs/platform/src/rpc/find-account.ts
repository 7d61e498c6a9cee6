import type { Account } from '@switchback/proto/auth/v1/account';
import type { AuthService } from '@switchback/proto/auth/v1/service';
import { ProductError } from '../errors.js';
import type { Call, LazyPeer } from './call.js';

export type AccountsPeer = LazyPeer<AuthService, 'getAccount'>;
export const ACCOUNTS = Symbol('AccountsPeer');

/** Returns a person's current account; null for a deleted one. */
export async function findAccount(auth: AccountsPeer, userId: string, call: Call): Promise<Account | null> {
  const peer = await auth();
  try {
    // The least privileged type: GetAccount only uses the id.
    const { account } = await peer.getAccount({}, { ...call, caller: { userId, accountType: 'free' } });
    return account ?? null;
  } catch (error) {
    if (error instanceof ProductError && error.error === 'invalidSession') return null;
    throw error;
  }
}
