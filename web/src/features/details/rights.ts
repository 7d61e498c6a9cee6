import type { User } from '@switchback/contracts/resources/user';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { isPublished } from '../../lib/drives/drive-state.js';

export interface Rights {
  /** Null if the user may not share it. */
  share: 'public' | 'private' | null;
  canRank: boolean;
  canEdit: boolean;
  canDelete: boolean;
  /** A visitor must log in first, a free account must upgrade first. */
  canSuggestEdits: boolean;
  canReport: boolean;
}

/**
 * Returns the actions that a user is offered on a drive; the server decides. Staff may edit, rank and delete any drive;
 * owners may edit and delete their unpublished ones.
 */
export function rightsOn(drive: DriveDetails, user: User | null): Rights {
  const isOwner = user !== null && drive.created.user?.id === user.id;
  const isOwn = isOwner && !isPublished(drive);
  const isStaff = user?.accountType === 'admin';
  const share = isPublished(drive) ? 'public' : isOwner && drive.privacy === 'private' ? 'private' : null;
  return {
    share,
    canRank: isStaff,
    canEdit: isStaff || (isOwn && user.accountType === 'hero'),
    canDelete: isStaff || isOwn,
    canSuggestEdits: isPublished(drive),
    canReport: !isOwner && !isStaff,
  };
}
