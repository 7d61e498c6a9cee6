import type { Privacy, PublicationStatus } from '@switchback/contracts/rules/drives';
import type { Caller } from '@switchback/platform/rpc/call';
import { heroViewer, maySee } from '@switchback/platform/wire/audience';
import type { Audience } from '@switchback/proto/drives/v1/events';

/** What decides who may do what with a drive. */
export interface DriveAccess {
  privacy: Privacy;
  status: PublicationStatus;
  /** Null for official drives. */
  ownerId: string | null;
  /** User ids. */
  sharedWith: readonly string[];
  /** While staff keep its owner out. */
  hidden: boolean;
}

/**
 * Who may see a drive: published with its state, and all that lists, counts and other services filter by. Shares hold for
 * Hero accounts, and only while the drive is private: what waits for review is not shown around.
 */
export function audienceOf({ privacy, status, ownerId, sharedWith, hidden }: DriveAccess): Audience {
  if (hidden) return { isPublic: false, viewers: [] };
  if (privacy === 'public' && status === 'approved') return { isPublic: true, viewers: [] };
  const owner = ownerId === null ? [] : [ownerId];
  return { isPublic: false, viewers: [...owner, ...(privacy === 'private' ? sharedWith.map(heroViewer) : [])] };
}

/**
 * Why a caller may not read a drive; null when they may. People it is shared with know of it: while their account is free,
 * they learn that a Hero account shows it.
 */
export function obstacleToReading(drive: DriveAccess, caller: Caller | null): 'driveNotFound' | 'upgradeNeeded' | null {
  const audience = audienceOf(drive);
  if (maySee(audience, caller)) return null;
  const isShared = caller !== null && audience.viewers.includes(heroViewer(caller.userId));
  return isShared ? 'upgradeNeeded' : 'driveNotFound';
}

/** Why a caller may not share a drive they may see; null when they may. A private drive is its owner's alone to share. */
export function obstacleToSharing(
  { privacy, ownerId }: Pick<DriveAccess, 'privacy' | 'ownerId'>,
  caller: Caller,
): 'notAllowed' | 'upgradeNeeded' | null {
  if (caller.userId !== ownerId || privacy !== 'private') return 'notAllowed';
  return caller.accountType === 'free' ? 'upgradeNeeded' : null;
}

/** Its keepers also see whom a drive is shared with, and what staff asked to have changed. */
export function isKeeper(drive: DriveAccess, caller: Caller | null): boolean {
  return caller !== null && (caller.accountType === 'admin' || caller.userId === drive.ownerId);
}
