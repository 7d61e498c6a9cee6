import type { Privacy, PublicationStatus } from '@switchback/contracts/rules/drives';
import type { Caller } from '@switchback/platform/rpc/call';
import { heroViewer } from '@switchback/platform/wire/audience';
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

/** Its keepers also see whom a drive is shared with, and what staff asked to have changed. */
export function isKeeper(drive: DriveAccess, caller: Caller | null): boolean {
  return caller !== null && (caller.accountType === 'admin' || caller.userId === drive.ownerId);
}
