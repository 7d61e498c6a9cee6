import { isTrip, type TripDays } from '@switchback/contracts/rules/collections';
import type { Privacy, PublicationStatus } from '@switchback/contracts/rules/drives';
import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import { isStaff } from '@switchback/platform/wire/audience';
import { obstacleToReading } from '../drive/drive.policy.js';

/** The facts that decide access to a collection. */
export interface CollectionAccess extends TripDays {
  privacy: Privacy;
  status: PublicationStatus;
  /** Null if the owner deleted the account. */
  ownerId: string | null;
  /** User ids. */
  sharedWith: readonly string[];
  /** True while the owner is suspended. */
  hidden: boolean;
}

/** The state in which a caller wants to save a collection. */
export type SavedState = Pick<CollectionAccess, 'privacy' | keyof TripDays>;

/** `share` covers the list of people and the secret link; `revoke` ends the link; `decide` is for staff. */
export type CollectionAction = 'read' | 'delete' | 'share' | 'revoke' | 'decide';

type Obstacle = 'collectionNotFound' | 'upgradeNeeded' | 'notAllowed';

/**
 * Returns the reason why a caller may not do something with a collection; null if they may. A published collection is
 * read like a public drive, any other like a private one: asking staff to publish it takes it from no one who has it.
 * Who may not read it learns nothing from the other actions either.
 */
export function obstacleTo(
  action: CollectionAction,
  collection: CollectionAccess,
  caller: Caller | null,
): Obstacle | null {
  const unread = obstacleToSeeing(collection, caller);
  if (action === 'read') return unread;
  if (unread) return 'collectionNotFound';
  if (action === 'decide') return isStaff(caller) ? null : 'notAllowed';
  const isOwn = isOwner(collection, caller);
  if (action === 'delete') return isOwn || isStaff(caller) ? null : 'notAllowed';
  if (action === 'revoke') return isOwn ? null : 'notAllowed';
  if (!isOwn || isPublished(collection)) return 'notAllowed';
  return obstacleToTrip(collection, caller);
}

/**
 * Returns the reason why a caller may not save a collection in a state; null if they may. Owners edit their own, staff
 * also the published ones. A trip and a publication need a Hero account; the way back to a private collection does not.
 * @param before null for a new collection.
 */
export function obstacleToSaving(
  before: CollectionAccess | null,
  after: SavedState,
  caller: Caller | null,
): Obstacle | null {
  if (before && obstacleToSeeing(before, caller)) return 'collectionNotFound';
  const isOwn = before === null || isOwner(before, caller);
  if (!isOwn && !(isPublished(before) && isStaff(caller))) return 'notAllowed';
  // A private collection without an owner could never be edited again.
  if (before?.ownerId === null && after.privacy === 'private') return 'notAllowed';
  if (before && isWithdrawal(before, after)) return null;
  if (after.privacy === 'public' && caller?.accountType === 'free') return 'upgradeNeeded';
  return obstacleToTrip(after, caller);
}

/** Whether everyone sees the collection; it may wait for staff, or for its owner to change it. */
export function isPublished({ status }: Pick<CollectionAccess, 'status'>): boolean {
  return status === 'approved';
}

/** Returns whether the caller may also see the changes requested by staff. */
export function isKeeper(collection: Pick<CollectionAccess, 'ownerId'>, caller: Caller | null): boolean {
  return isStaff(caller) || isOwner(collection, caller);
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
  const audience = isPublished(collection) ? PUBLISHED : UNPUBLISHED;
  const obstacle = obstacleToReading({ ...collection, ...audience }, caller);
  return obstacle === 'driveNotFound' ? 'collectionNotFound' : obstacle;
}

const PUBLISHED = { privacy: 'public', status: 'approved' } as const;
const UNPUBLISHED = { privacy: 'private', status: 'none' } as const;

function isOwner({ ownerId }: Pick<CollectionAccess, 'ownerId'>, caller: Caller | null): boolean {
  return caller !== null && ownerId === caller.userId;
}

/** Whether a save makes a collection private again, with the days that it has. */
function isWithdrawal(before: CollectionAccess, { privacy, start, days }: SavedState): boolean {
  return before.privacy === 'public' && privacy === 'private' && before.start === start && before.days === days;
}

function obstacleToTrip(days: TripDays, caller: Caller | null): 'upgradeNeeded' | null {
  return isTrip(days) && caller?.accountType === 'free' ? 'upgradeNeeded' : null;
}

function refuseIf(obstacle: Obstacle | null): void {
  if (obstacle === 'upgradeNeeded') throw new ProductError(obstacle, { additional: { upgrade: true } });
  if (obstacle) throw new ProductError(obstacle);
}
