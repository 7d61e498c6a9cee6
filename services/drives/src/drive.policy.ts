import type { Privacy, PublicationStatus } from '@switchback/contracts/rules/drives';
import type { Caller } from '@switchback/platform/rpc/call';

/** What decides who may do what with a drive. */
export interface DriveAccess {
  privacy: Privacy;
  status: PublicationStatus;
  /** Null for official drives. */
  ownerId: string | null;
  /** User ids. */
  sharedWith: readonly string[];
}

/** True for what everybody may see: it alone goes into lists, counts and statistics that know no caller. */
export function isPublished(drive: Pick<DriveAccess, 'privacy' | 'status'>): boolean {
  return drive.privacy === 'public' && drive.status === 'approved';
}

/** Whoever may not see a drive may not learn either that it exists. */
export function maySee(drive: DriveAccess, caller: Caller | null): boolean {
  return isPublished(drive) || isKeeper(drive, caller) || isSharedWith(drive, caller);
}

/** Its keepers also see whom a drive is shared with, and what staff asked to have changed. */
export function isKeeper(drive: DriveAccess, caller: Caller | null): boolean {
  return caller !== null && (caller.accountType === 'admin' || caller.userId === drive.ownerId);
}

/** Only Hero accounts see what others share, and only while it is private: what waits for review is not shown around. */
function isSharedWith(drive: DriveAccess, caller: Caller | null): boolean {
  return caller?.accountType === 'hero' && drive.privacy === 'private' && drive.sharedWith.includes(caller.userId);
}

/** Admins edit and delete any drive, Hero accounts their own private ones. */
export function mayEdit(drive: DriveAccess, caller: Caller | null): boolean {
  if (caller?.accountType === 'hero') return drive.privacy === 'private' && caller.userId === drive.ownerId;
  return caller?.accountType === 'admin';
}
