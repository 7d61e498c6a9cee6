import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import { isStaff } from '@switchback/platform/wire/audience';

export const REVIEW_ACTIONS = ['create', 'edit', 'delete', 'like'] as const;
export type ReviewAction = (typeof REVIEW_ACTIONS)[number];

/** What a Hero account is needed for; what one wrote before stays one's own to delete. */
const NEEDS_HERO: Record<ReviewAction, boolean> = { create: true, edit: true, delete: false, like: true };

/**
 * Why somebody may not do something with a review; null when they may. Authors edit and delete their own, and do not like
 * it; staff delete any.
 *
 * @param authorId of the review; null for one whose author left, and for one that is not there yet.
 */
export function obstacleTo(
  action: ReviewAction,
  authorId: string | null,
  caller: Caller | null,
): 'invalidSession' | 'notAllowed' | 'upgradeNeeded' | null {
  if (caller === null || caller.userId === '') return 'invalidSession';
  const isOwn = authorId === caller.userId;
  if (action === 'edit' && !isOwn) return 'notAllowed';
  if (action === 'delete' && !isOwn && !isStaff(caller)) return 'notAllowed';
  if (NEEDS_HERO[action] && caller.accountType === 'free') return 'upgradeNeeded';
  return action === 'like' && isOwn ? 'notAllowed' : null;
}

/** @throws ProductError `invalidSession`, `notAllowed`, `upgradeNeeded` */
export function requireMay(action: ReviewAction, authorId: string | null, caller: Caller | null): Caller {
  const obstacle = obstacleTo(action, authorId, caller);
  if (obstacle === 'upgradeNeeded') throw new ProductError(obstacle, { additional: { upgrade: true } });
  if (obstacle || caller === null) throw new ProductError(obstacle ?? 'invalidSession');
  return caller;
}
