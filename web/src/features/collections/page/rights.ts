import type { Collection } from '@switchback/contracts/resources/collection';
import type { User } from '@switchback/contracts/resources/user';
import { isTrip } from '@switchback/contracts/rules/collections';

export interface CollectionRights {
  /** Whether someone else shares it with the user. */
  isShared: boolean;
  canEdit: boolean;
  /** Whether the user needs a Hero account to change or share this trip of theirs. */
  needsHero: boolean;
  canShare: boolean;
  canDelete: boolean;
  /** The change of its privacy that the user may make, as staff; null for none. */
  publication: 'publish' | 'unpublish' | null;
}

/**
 * Returns the actions that a user is offered on a collection; the server decides. Owners change their private ones,
 * staff the public ones.
 */
export function rightsOn(collection: Collection, user: User | null): CollectionRights {
  const isOwner = user !== null && collection.owner?.id === user.id;
  const isStaff = user?.accountType === 'admin';
  const isPublic = collection.privacy === 'public';
  const canEdit = isPublic ? isStaff : isOwner;
  return {
    isShared: user !== null && !isOwner && !isPublic,
    canEdit,
    needsHero: isOwner && !isPublic && isTrip(collection) && user.accountType === 'free',
    canShare: isOwner && !isPublic,
    canDelete: isStaff || (isOwner && !isPublic),
    publication: isStaff && canEdit ? (isPublic ? 'unpublish' : 'publish') : null,
  };
}
