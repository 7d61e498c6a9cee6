import type { User } from '@switchback/contracts/resources/user';
import type { DriveDetails } from '@switchback/contracts/resources/drive';

export interface Rights {
  /** Null for who may not share it. */
  share: 'public' | 'private' | null;
  canRank: boolean;
  canEdit: boolean;
  canDelete: boolean;
  /** After a login for a visitor, and an upgrade for a free account. */
  canSuggestEdits: boolean;
  canReport: boolean;
}

export function isPublished({ privacy, status }: Pick<DriveDetails, 'privacy' | 'status'>): boolean {
  return privacy === 'public' && status === 'approved';
}

/** What a person is offered to do with a drive; the server decides. Staff may do all, owners what is not published. */
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
