import type { User } from '@switchback/contracts/resources/user';
import type { Call } from '@switchback/platform/rpc/call';
import { accountTypeOf } from '@switchback/platform/wire/account-type';
import { present } from '@switchback/platform/wire/values';
import type { LogInResponse } from '@switchback/proto/auth/v1/service';
import type * as proto from '@switchback/proto/users/v1/user';
import type { Clients } from '../services/clients.js';
import { toUser } from '../mapping/user.js';

/** The caller's own view of themselves, which two services know the halves of. */
export async function ownUser({ auth, users }: Clients, call: Call): Promise<User> {
  const [{ account }, { user }] = await Promise.all([auth.getAccount({}, call), users.getUser({}, call)]);
  return toUser(present(user, 'user'), present(account, 'account'));
}

/** The same of somebody who was let in just now. */
export async function userOf({ users }: Clients, { account, sessionId }: LogInResponse, call: Call): Promise<User> {
  const known = present(account, 'account');
  const caller = { userId: known.userId, accountType: accountTypeOf(known.accountType), sessionId };
  const { user } = await users.getUser({}, { ...call, caller });
  return toUser(present(user, 'user'), known);
}

/** The same, after a change that answered what the person is now. */
export async function withAccount({ auth }: Clients, user: proto.User | undefined, call: Call): Promise<User> {
  const { account } = await auth.getAccount({}, call);
  return toUser(present(user, 'user'), present(account, 'account'));
}
