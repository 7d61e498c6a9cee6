import type { Caller } from '@switchback/platform/rpc/call';
import { isStaff, viewersOf } from '@switchback/platform/wire/audience';

/** Returns the values of {@link visible}, in its order. */
export function viewerValues(viewer: Caller | null): [viewers: string[], isStaff: boolean] {
  return [viewersOf(viewer), isStaff(viewer)];
}

/** SQL condition over `drive_fact f`: everyone may see the drive. */
export const PUBLISHED = 'f.is_public';

/**
 * SQL condition over `drive_fact f`: the viewer is in the drive's audience.
 * @param viewers a parameter such as `$2`.
 */
export function visible(viewers: string, staff: string): string {
  return `(f.is_public or ${staff}::bool or f.viewers && ${viewers}::text[])`;
}
