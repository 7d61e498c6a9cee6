import type { User } from '@switchback/contracts/resources/user';
import type { Call } from '@switchback/platform/rpc/call';
import { accountTypeOf } from '@switchback/platform/wire/account-type';
import { present } from '@switchback/platform/wire/values';
import type { LogInResponse } from '@switchback/proto/auth/v1/service';
import type * as proto from '@switchback/proto/users/v1/user';
import type { Clients } from '../services/clients.js';
import { toUser } from '../mapping/user.js';

/** Returns the caller's own view of their account, joined from two services. */
export async function ownUser({ auth, users }: Clients, call: Call): Promise<User> {
  const [{ account }, { user }] = await Promise.all([auth.getAccount({}, call), users.getUser({}, call)]);
  return toUser(present(user, 'user'), present(account, 'account'));
}

/** Returns the own view of a person who has just logged in. */
export async function userOf({ users }: Clients, { account, sessionId }: LogInResponse, call: Call): Promise<User> {
  const known = present(account, 'account');
  const caller = { userId: known.userId, accountType: accountTypeOf(known.accountType), sessionId };
  const { user } = await users.getUser({}, { ...call, caller });
  return toUser(present(user, 'user'), known);
}

/** Returns the own view after a change that returned the user's new state. */
export async function withAccount({ auth }: Clients, user: proto.User | undefined, call: Call): Promise<User> {
  const { account } = await auth.getAccount({}, call);
  return toUser(present(user, 'user'), present(account, 'account'));
}
