import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import { isStaff } from '@switchback/platform/wire/audience';

export const REVIEW_ACTIONS = ['create', 'edit', 'delete', 'like'] as const;
export type ReviewAction = (typeof REVIEW_ACTIONS)[number];

/** Actions that need a Hero account; a person may always delete their own review. */
const NEEDS_HERO: Record<ReviewAction, boolean> = { create: true, edit: true, delete: false, like: true };

/**
 * Returns the reason why the caller may not do something with a review; null if they may. Authors edit and delete their
 * own reviews, and cannot like them; staff delete any.
 *
 * @param authorId author of the review; null if their account was deleted, or the review does not exist yet.
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
