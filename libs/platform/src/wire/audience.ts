import { PRIVACIES, PUBLICATION_STATUSES } from '@switchback/contracts/rules/drives';
import type { Audience, DriveSaved } from '@switchback/proto/drives/v1/events';
import type { Caller } from '../rpc/call.js';
import { present, word } from './values.js';

/** Returns the viewer entry that admits a user only while their account is Hero. */
export function heroViewer(userId: string): string {
  return `hero:${userId}`;
}

/** Returns the viewers that a caller counts as. */
export function viewersOf(caller: Caller | null): string[] {
  if (caller === null || caller.userId === '') return [];
  return caller.accountType === 'free' ? [caller.userId] : [caller.userId, heroViewer(caller.userId)];
}

/** Whether the caller is staff, who belong to every audience. */
export function isStaff(caller: Caller | null): boolean {
  return caller?.accountType === 'admin';
}

/** Whether the caller may see a drive; if not, they must not learn that it exists either. */
export function maySee({ isPublic, viewers }: Audience, caller: Caller | null): boolean {
  return isPublic || isStaff(caller) || viewersOf(caller).some((viewer) => viewers.includes(viewer));
}

/**
 * Returns the audience stored in a drive's state. Events from older releases, which may still be on the bus, have none:
 * derives it from the fields that those releases published.
 */
export function audienceIn({ audience, summary, ownerId, sharedWith }: DriveSaved): Audience {
  if (audience) return audience;
  const { privacy, status } = present(summary, 'summary');
  const isPrivate = word(PRIVACIES, privacy) === 'private';
  if (word(PUBLICATION_STATUSES, status) === 'approved' && !isPrivate) return { isPublic: true, viewers: [] };
  const owner = ownerId === '' ? [] : [ownerId];
  return { isPublic: false, viewers: [...owner, ...(isPrivate ? sharedWith.map(heroViewer) : [])] };
}
