import type { Privacy, PublicationStatus } from '@switchback/contracts/rules/drives';
import type { Caller } from '@switchback/platform/rpc/call';
import { heroViewer, maySee } from '@switchback/platform/wire/audience';
import type { Audience } from '@switchback/proto/drives/v1/events';

/** The facts that decide access to a drive. */
export interface DriveAccess {
  privacy: Privacy;
  status: PublicationStatus;
  /** Null for official drives. */
  ownerId: string | null;
  /** User ids. */
  sharedWith: readonly string[];
  /** True while the owner is suspended. */
  hidden: boolean;
}

/**
 * Returns who may see a drive. Published with its state; lists, counts and other services filter by it. Shares apply to
 * Hero accounts, and only while the drive is private: a drive in review is not shared.
 */
export function audienceOf({ privacy, status, ownerId, sharedWith, hidden }: DriveAccess): Audience {
  if (hidden) return { isPublic: false, viewers: [] };
  if (privacy === 'public' && status === 'approved') return { isPublic: true, viewers: [] };
  const owner = ownerId === null ? [] : [ownerId];
  return { isPublic: false, viewers: [...owner, ...(privacy === 'private' ? sharedWith.map(heroViewer) : [])] };
}

/**
 * Returns the reason why a caller may not read a drive; null if they may. People it is shared with know that it exists:
 * with a free account they learn that a Hero account shows it.
 */
export function obstacleToReading(drive: DriveAccess, caller: Caller | null): 'driveNotFound' | 'upgradeNeeded' | null {
  const audience = audienceOf(drive);
  if (maySee(audience, caller)) return null;
  const isShared = caller !== null && audience.viewers.includes(heroViewer(caller.userId));
  return isShared ? 'upgradeNeeded' : 'driveNotFound';
}

/**
 * Returns the reason why a caller may not share a drive they may see; null if they may. Only its owner may share a
 * private drive.
 */
export function obstacleToSharing(
  { privacy, ownerId }: Pick<DriveAccess, 'privacy' | 'ownerId'>,
  caller: Caller,
): 'notAllowed' | 'upgradeNeeded' | null {
  if (caller.userId !== ownerId || privacy !== 'private') return 'notAllowed';
  return caller.accountType === 'free' ? 'upgradeNeeded' : null;
}

/** Returns whether the caller may also see the drive's shares and the changes requested by staff. */
export function isKeeper(drive: DriveAccess, caller: Caller | null): boolean {
  return caller !== null && (caller.accountType === 'admin' || caller.userId === drive.ownerId);
}
