import { ProductError } from '@switchback/platform/errors';
import type { Call, Caller } from '@switchback/platform/rpc/call';

/** A call by a person with an account. */
export type MemberCall = Call & { caller: Caller };

/** @throws ProductError `invalidSession` for a visitor. */
export function requireMember(call: Call): MemberCall {
  const { caller } = call;
  if (caller === null) throw new ProductError('invalidSession');
  return { ...call, caller };
}
