import type { User } from '@switchback/contracts/resources/user';
import type { DriveDetails } from '@switchback/contracts/resources/drive';

/** What a person is offered to do with a drive; the server decides. Staff may do all, owners what is not published. */
export function rightsOn(drive: DriveDetails, user: User | null): { canEdit: boolean; canDelete: boolean } {
  if (user?.accountType === 'admin') return { canEdit: true, canDelete: true };
  const isPublished = drive.privacy === 'public' && drive.status === 'approved';
  const isOwn = user !== null && drive.created.user?.id === user.id && !isPublished;
  return { canEdit: isOwn && user.accountType === 'hero', canDelete: isOwn };
}
