import type { Caller } from '@switchback/platform/rpc/call';

/** What {@link VISIBLE} asks for; null for a visitor. */
export function viewerOf(caller: Caller | null): { userId: string; accountType: string } {
  return { userId: caller?.userId ?? '', accountType: caller?.accountType ?? '' };
}

/** What `maySee` of the policy says, as a condition on `drive` of a query builder. */
export const VISIBLE = `(drive.privacy = 'public' and drive.status = 'approved' or :accountType = 'admin'
  or :userId <> '' and drive.ownerId = :userId
  or :accountType = 'hero' and drive.privacy = 'private' and drive.sharedWith @> array[:userId])`;
