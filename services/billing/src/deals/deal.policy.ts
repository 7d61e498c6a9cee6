import type { DealState } from '@switchback/contracts/rules/deals';
import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import { isStaff } from '@switchback/platform/wire/audience';

/** Visible part of a deal. A teaser lacks the text, the link and the code: the first two may contain the code. */
export type DealView = 'whole' | 'teaser' | 'hidden';

/**
 * Returns the part of a deal that a caller sees.
 * @param wantsAll whether staff asked for upcoming and ended deals, too.
 */
export function viewOf(state: DealState, caller: Caller | null, wantsAll: boolean): DealView {
  if (wantsAll && isStaff(caller)) return 'whole';
  if (state !== 'current') return 'hidden';
  return caller === null || caller.accountType === 'free' ? 'teaser' : 'whole';
}

/**
 * Admits only staff, who write the deals.
 * @throws ProductError `notAllowed`
 */
export function requireStaff(caller: Caller | null): void {
  if (!isStaff(caller)) throw new ProductError('notAllowed');
}
