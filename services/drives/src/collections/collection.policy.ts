import { isTrip, type TripDays } from '@switchback/contracts/rules/collections';
import type { Privacy } from '@switchback/contracts/rules/drives';
import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import { isStaff } from '@switchback/platform/wire/audience';
import { obstacleToReading } from '../drive/drive.policy.js';

/** The facts that decide access to a collection. */
export interface CollectionAccess extends TripDays {
  privacy: Privacy;
  /** Null if the owner deleted the account. */
  ownerId: string | null;
  /** User ids. */
  sharedWith: readonly string[];
  /** True while the owner is suspended. */
  hidden: boolean;
}

/** The state in which a caller wants to save a collection. */
export type SavedState = Pick<CollectionAccess, 'privacy' | keyof TripDays>;

/** `share` covers the list of people and the secret link; `revoke` ends the link. */
export type CollectionAction = 'read' | 'delete' | 'share' | 'revoke';

type Obstacle = 'collectionNotFound' | 'upgradeNeeded' | 'notAllowed';

/**
 * Returns the reason why a caller may not do something with a collection; null if they may. A collection is read like a
 * drive of the same privacy. Who may not read it learns nothing from the other actions either.
 */
export function obstacleTo(
  action: CollectionAction,
  collection: CollectionAccess,
  caller: Caller | null,
): Obstacle | null {
  const unread = obstacleToSeeing(collection, caller);
  if (action === 'read') return unread;
  if (unread) return 'collectionNotFound';
  const isOwn = caller !== null && collection.ownerId === caller.userId;
  const isOwnPrivate = isOwn && collection.privacy === 'private';
  if (action === 'delete') return isOwnPrivate || isStaff(caller) ? null : 'notAllowed';
  if (action === 'revoke') return isOwn ? null : 'notAllowed';
  if (!isOwnPrivate) return 'notAllowed';
  return obstacleToTrip(collection, caller);
}

/**
 * Returns the reason why a caller may not save a collection in a state; null if they may. Staff edit the public ones,
 * owners the private ones. A trip needs a Hero account; once saved without days, it does not.
 * @param before null for a new collection.
 */
export function obstacleToSaving(
  before: CollectionAccess | null,
  after: SavedState,
  caller: Caller | null,
): Obstacle | null {
  if (before && obstacleToSeeing(before, caller)) return 'collectionNotFound';
  const isPublic = after.privacy === 'public' || before?.privacy === 'public';
  if (isPublic && !isStaff(caller)) return 'notAllowed';
  if (before?.privacy === 'private' && before.ownerId !== caller?.userId) return 'notAllowed';
  // A private collection without an owner could never be edited again.
  if (before?.ownerId === null && after.privacy === 'private') return 'notAllowed';
  return obstacleToTrip(after, caller);
}

/** @throws ProductError `collectionNotFound` also if there is none, `upgradeNeeded`, `notAllowed` */
export function requireMay<Found extends CollectionAccess>(
  action: CollectionAction,
  found: Found | undefined,
  caller: Caller | null,
): Found {
  const collection = requireFound(found);
  refuseIf(obstacleTo(action, collection, caller));
  return collection;
}

/** @throws ProductError `collectionNotFound` */
export function requireFound<Found extends CollectionAccess>(found: Found | undefined): Found {
  if (!found) throw new ProductError('collectionNotFound');
  return found;
}

/** @throws ProductError `collectionNotFound`, `upgradeNeeded`, `notAllowed` */
export function requireMaySave(before: CollectionAccess | null, after: SavedState, caller: Caller): void {
  refuseIf(obstacleToSaving(before, after, caller));
}

function obstacleToSeeing(
  collection: CollectionAccess,
  caller: Caller | null,
): 'collectionNotFound' | 'upgradeNeeded' | null {
  const status = collection.privacy === 'public' ? 'approved' : 'none';
  const obstacle = obstacleToReading({ ...collection, status }, caller);
  return obstacle === 'driveNotFound' ? 'collectionNotFound' : obstacle;
}

function obstacleToTrip(days: TripDays, caller: Caller | null): 'upgradeNeeded' | null {
  return isTrip(days) && caller?.accountType === 'free' ? 'upgradeNeeded' : null;
}

function refuseIf(obstacle: Obstacle | null): void {
  if (obstacle === 'upgradeNeeded') throw new ProductError(obstacle, { additional: { upgrade: true } });
  if (obstacle) throw new ProductError(obstacle);
}
