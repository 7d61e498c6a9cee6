import type { Caller } from '@switchback/platform/rpc/call';

/** What {@link visible} asks for, in this order; null for a visitor. */
export function viewerValues(viewer: Caller | null): [userId: string, accountType: string] {
  return [viewer?.userId ?? '', viewer?.accountType ?? ''];
}

/** Everybody may see it, over `drive_fact f`. */
export const PUBLISHED = `(f.privacy = 'public' and f.status = 'approved')`;

/**
 * Whether a viewer may see a drive, over `drive_fact f`: what the policy of the drives service says, as a condition.
 * @param userId of the viewer, a parameter such as `$2`; '' for a visitor.
 */
export function visible(userId: string, accountType: string): string {
  return `(${PUBLISHED} or ${accountType} = 'admin' or f.owner_id <> '' and f.owner_id = ${userId}
    or ${accountType} = 'hero' and f.privacy = 'private' and f.shared_with @> array[${userId}::text])`;
}
