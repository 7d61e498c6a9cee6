import { DECISIONS, type Decision, type ModerationKind } from '@switchback/contracts/rules/moderation';
import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import { isStaff } from '@switchback/platform/wire/audience';

/** What decides who may do something with an item. */
export interface ItemAccess {
  kind: ModerationKind;
  isDecided: boolean;
  /** Of a claim that has not ended. */
  claimedBy: string | null;
}

/** The queue is the staff's alone. @throws ProductError `invalidSession`, `notAllowed` */
export function requireStaff(caller: Caller | null): Caller {
  if (!caller) throw new ProductError('invalidSession');
  if (!isStaff(caller)) throw new ProductError('notAllowed');
  return caller;
}

/** Suggesting edits takes a Hero account. @throws ProductError `invalidSession`, `upgradeNeeded` */
export function requireMaySuggest(caller: Caller | null): Caller {
  if (!caller) throw new ProductError('invalidSession');
  if (caller.accountType === 'free') throw new ProductError('upgradeNeeded', { additional: { upgrade: true } });
  return caller;
}

/** Why somebody may not work on an item now; null when they may. A claim keeps others off, and a decision everybody. */
export function obstacleTo(item: ItemAccess, caller: Caller): 'alreadyDecided' | 'claimedByOther' | null {
  if (item.isDecided) return 'alreadyDecided';
  return item.claimedBy !== null && item.claimedBy !== caller.userId ? 'claimedByOther' : null;
}

export function isDecisionOf(kind: ModerationKind, decision: string): decision is Decision {
  return (DECISIONS[kind] as readonly string[]).includes(decision);
}
