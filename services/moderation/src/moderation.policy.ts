import { DECISIONS, type Decision, type ModerationKind } from '@switchback/contracts/rules/moderation';
import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import { isStaff } from '@switchback/platform/wire/audience';

/** State of an item that determines who may act on it. */
export interface ItemAccess {
  kind: ModerationKind;
  isDecided: boolean;
  /** Holder of a claim that has not ended. */
  claimedBy: string | null;
}

/** Only staff may access the queue. @throws ProductError `invalidSession`, `notAllowed` */
export function requireStaff(caller: Caller | null): Caller {
  if (!caller) throw new ProductError('invalidSession');
  if (!isStaff(caller)) throw new ProductError('notAllowed');
  return caller;
}

/** Suggesting edits requires a Hero account. @throws ProductError `invalidSession`, `upgradeNeeded` */
export function requireMaySuggest(caller: Caller | null): Caller {
  if (!caller) throw new ProductError('invalidSession');
  if (caller.accountType === 'free') throw new ProductError('upgradeNeeded', { additional: { upgrade: true } });
  return caller;
}

/**
 * Returns the reason why a caller may not act on an item now, or null. A claim blocks other people, a decision
 * everyone.
 */
export function obstacleTo(item: ItemAccess, caller: Caller): 'alreadyDecided' | 'claimedByOther' | null {
  if (item.isDecided) return 'alreadyDecided';
  return item.claimedBy !== null && item.claimedBy !== caller.userId ? 'claimedByOther' : null;
}

export function isDecisionOf(kind: ModerationKind, decision: string): decision is Decision {
  return (DECISIONS[kind] as readonly string[]).includes(decision);
}
