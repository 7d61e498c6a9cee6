import type { Caller } from '@switchback/platform/rpc/call';
import { isStaff, viewersOf } from '@switchback/platform/wire/audience';

/** The values of {@link visible}, in its order. */
export function viewerValues(viewer: Caller | null): [viewers: string[], isStaff: boolean] {
  return [viewersOf(viewer), isStaff(viewer)];
}

/** Everybody may see it, over `drive_fact f`. */
export const PUBLISHED = 'f.is_public';

/**
 * Whether a viewer is in the audience of a drive, over `drive_fact f`.
 * @param viewers a parameter such as `$2`.
 */
export function visible(viewers: string, staff: string): string {
  return `(f.is_public or ${staff}::bool or f.viewers && ${viewers}::text[])`;
}
