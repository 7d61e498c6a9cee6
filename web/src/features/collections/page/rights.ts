import type { Collection } from '@switchback/contracts/resources/collection';
import type { User } from '@switchback/contracts/resources/user';
import { isTrip } from '@switchback/contracts/rules/collections';
import { losesPublication } from '../../../lib/collections/publication.js';

export interface CollectionRights {
  /** Whether someone else shares it with the user. */
  isShared: boolean;
  canEdit: boolean;
  /** Whether a change by the user takes it offline until its next review. */
  losesPublication: boolean;
  /** The reason why the user needs a Hero account to change it; null for none. */
  needsHero: 'trip' | 'public' | null;
  canShare: boolean;
  /** Whether the user needs a Hero account to share it. */
  needsHeroToShare: boolean;
  canDelete: boolean;
  /** The change of its publication that its menu offers; null for none. */
  publication: 'publish' | 'unpublish' | 'ask' | null;
  /** Whether the user asked to publish it, and may withdraw that. */
  canWithdraw: boolean;
}

/**
 * Returns the actions that a user is offered on a collection; the server decides. Owners change their own, staff also the
 * published ones.
 */
export function rightsOn(collection: Collection, user: User | null): CollectionRights {
  const isOwner = user !== null && collection.owner?.id === user.id;
  const isStaff = user?.accountType === 'admin';
  const isFree = user?.accountType === 'free';
  const isPublished = collection.status === 'approved';
  const needsHeroToShare = isOwner && isFree && isTrip(collection);
  const needsHeroToPublish = isOwner && isFree && collection.privacy === 'public';
  return {
    isShared: user !== null && !isOwner && !isStaff && !isPublished,
    canEdit: (isOwner && !needsHeroToPublish) || (isStaff && isPublished),
    losesPublication: losesPublication(collection, user),
    needsHero: needsHeroToPublish ? 'public' : needsHeroToShare ? 'trip' : null,
    canShare: isOwner && !isPublished,
    needsHeroToShare,
    canDelete: isOwner || isStaff,
    publication: publicationOf(collection, isOwner, isStaff),
    canWithdraw: isOwner && collection.privacy === 'public' && !isPublished,
  };
}

function publicationOf({ owner, status }: Collection, isOwner: boolean, isStaff: boolean) {
  // A private collection without an owner could never be edited again.
  if (status === 'approved') return (isOwner || isStaff) && owner !== null ? 'unpublish' : null;
  if (!isOwner) return null;
  if (isStaff) return 'publish';
  return status === 'none' ? 'ask' : null;
}
