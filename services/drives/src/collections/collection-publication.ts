import type { Privacy, PublicationStatus } from '@switchback/contracts/rules/drives';
import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import { isStaff } from '@switchback/platform/wire/audience';
import type { Submission } from '../drive/submission.js';
import type { Collection } from './collection.entity.js';

/** A save, as far as it moves the publication. */
export interface Save {
  privacy: Privacy;
  /** Whether the form names `public`: it asks to publish, or asks again. */
  isAsked: boolean;
  /** Whether the save changes what readers see. */
  isChanged: boolean;
}

/**
 * Returns the publication status after a save, whose permission was checked before. Staff publish at once. The owner's
 * change of a published collection goes back to staff; one of a collection that was sent back waits until the owner asks
 * again, because its items are saved one by one.
 * @param before `none` for a new collection.
 */
export function statusAfter(
  before: PublicationStatus,
  { privacy, isAsked, isChanged }: Save,
  caller: Caller,
): PublicationStatus {
  if (privacy === 'private') return 'none';
  if (isStaff(caller)) return 'approved';
  if (before === 'approved' && !isChanged) return 'approved';
  if (before === 'changes-requested' && !isAsked) return 'changes-requested';
  return 'pending';
}

/** Returns the event that moderation needs of a move; undefined for none. */
export function submissionOf(before: PublicationStatus, after: PublicationStatus): Submission | undefined {
  if (after === 'pending') return 'waiting';
  if (before !== 'pending' && before !== 'changes-requested') return undefined;
  if (after === 'none') return 'withdrawn';
  return after === 'approved' ? 'settled' : undefined;
}

/** @throws ProductError `alreadyDecided` with the present state, for a collection that does not wait for staff. */
export function requireWaiting(found: { rev: number; privacy: Privacy; status: PublicationStatus }): void {
  const { rev, privacy, status } = found;
  if (status !== 'pending') throw new ProductError('alreadyDecided', { additional: { _rev: rev, privacy, status } });
}

/** Returns the stored columns of a status. */
export function columnsOf(status: PublicationStatus): Pick<Collection, 'privacy' | 'review'> {
  return {
    privacy: status === 'approved' ? 'public' : 'private',
    review: status === 'pending' || status === 'changes-requested' ? status : null,
  };
}
