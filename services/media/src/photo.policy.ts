import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import { isStaff } from '@switchback/platform/wire/audience';

/** Facts about a drive that the caller may see, which decide about its photos. */
export interface PhotoDrive {
  isPrivate: boolean;
  /** Null for official drives. */
  ownerId: string | null;
}

export interface PhotoFacts {
  pending: boolean;
  /** Whether staff have suspended the person who added it. */
  hidden: boolean;
  /** Null once the account is deleted. */
  addedBy: string | null;
}

export const PHOTO_ACTIONS = ['delete', 'like', 'decide'] as const;
export type PhotoAction = (typeof PHOTO_ACTIONS)[number];
export type Obstacle = 'invalidSession' | 'notAllowed' | 'upgradeNeeded' | 'photoNotFound' | 'alreadyDecided';

/**
 * On a drive that is not private, a photo is pending until staff approve it; on a private one it is visible at once.
 */
export function isPending(drive: Pick<PhotoDrive, 'isPrivate'>, photo: { approved: boolean }): boolean {
  return !drive.isPrivate && !photo.approved;
}

/** Returns whether everyone who sees the drive sees the photo. */
export function isShown({ pending, hidden }: Pick<PhotoFacts, 'pending' | 'hidden'>): boolean {
  return !pending && !hidden;
}

/** A photo that is not shown is visible to the person who added it and to staff, not to the drive's owner. */
export function maySeePhoto(photo: PhotoFacts, caller: Caller | null): boolean {
  return isShown(photo) || isStaff(caller) || isOf(photo.addedBy, caller);
}

/** {@link maySeePhoto} as an SQL condition on `photo`; the values of {@link seenBy} start at $3. */
export const MAY_SEE = `(not hidden and (approved or $3) or $4 or added_by = $5)`;

export function seenBy(drive: Pick<PhotoDrive, 'isPrivate'> | null, caller: Caller | null): [boolean, boolean, string] {
  return [drive?.isPrivate ?? false, isStaff(caller), caller?.userId ?? ''];
}

/** Returns the reason why the caller may not add a photo to a drive that they see; null if they may. */
export function obstacleToAdd(caller: Caller | null): Obstacle | null {
  if (caller === null || caller.userId === '') return 'invalidSession';
  return caller.accountType === 'free' ? 'upgradeNeeded' : null;
}

/** The owner and staff may change the order. */
export function mayOrder(drive: PhotoDrive, caller: Caller | null): boolean {
  return isStaff(caller) || isOf(drive.ownerId, caller);
}

/** Returns the reason why the caller may not do something with a photo; null if they may. */
export function obstacleTo(
  action: PhotoAction,
  drive: PhotoDrive,
  photo: PhotoFacts,
  caller: Caller | null,
): Obstacle | null {
  if (caller === null || caller.userId === '') return 'invalidSession';
  if (!maySeePhoto(photo, caller)) return action === 'decide' ? 'notAllowed' : 'photoNotFound';
  if (action === 'like') return null;
  if (action === 'decide') {
    if (!isStaff(caller)) return 'notAllowed';
    return photo.pending ? null : 'alreadyDecided';
  }
  if (isStaff(caller)) return null;
  const own = isOf(photo.addedBy, caller);
  const mayDelete = drive.isPrivate ? own || isOf(drive.ownerId, caller) : own && photo.pending;
  return mayDelete ? null : 'notAllowed';
}

/** @throws ProductError for the obstacle. */
export function refuse(obstacle: Obstacle | null): void {
  if (obstacle === 'upgradeNeeded') throw new ProductError(obstacle, { additional: { upgrade: true } });
  if (obstacle) throw new ProductError(obstacle);
}

function isOf(userId: string | null, caller: Caller | null): boolean {
  return userId !== null && userId !== '' && caller?.userId === userId;
}
