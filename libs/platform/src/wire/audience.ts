import { PRIVACIES, PUBLICATION_STATUSES } from '@switchback/contracts/rules/drives';
import type { Audience, DriveSaved } from '@switchback/proto/drives/v1/events';
import type { Caller } from '../rpc/call.js';
import { present, word } from './values.js';

/** A viewer who may see the drive only while their account is Hero. */
export function heroViewer(userId: string): string {
  return `hero:${userId}`;
}

/** The viewers that a caller counts as. */
export function viewersOf(caller: Caller | null): string[] {
  if (caller === null || caller.userId === '') return [];
  return caller.accountType === 'free' ? [caller.userId] : [caller.userId, heroViewer(caller.userId)];
}

/** Staff are in every audience. */
export function isStaff(caller: Caller | null): boolean {
  return caller?.accountType === 'admin';
}

/** Whoever may not see a drive may not learn either that it exists. */
export function maySee({ isPublic, viewers }: Audience, caller: Caller | null): boolean {
  return isPublic || isStaff(caller) || viewersOf(caller).some((viewer) => viewers.includes(viewer));
}

/**
 * The audience that a drive's state carries. Events of older releases, which the bus may still hold, carry none: for them
 * it follows from the fields that release was published with.
 */
export function audienceIn({ audience, summary, ownerId, sharedWith }: DriveSaved): Audience {
  if (audience) return audience;
  const { privacy, status } = present(summary, 'summary');
  const isPrivate = word(PRIVACIES, privacy) === 'private';
  if (word(PUBLICATION_STATUSES, status) === 'approved' && !isPrivate) return { isPublic: true, viewers: [] };
  const owner = ownerId === '' ? [] : [ownerId];
  return { isPublic: false, viewers: [...owner, ...(isPrivate ? sharedWith.map(heroViewer) : [])] };
}
