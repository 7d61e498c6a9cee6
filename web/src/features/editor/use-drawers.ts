import { useState } from 'react';

/** Window widths in pixels, from the spec. */
const WAYPOINTS_OPEN_FROM = 1_000;
const DETAILS_OPEN_FROM = 1_500;
export const ONE_DRAWER_UP_TO = 500;

export type DrawerName = 'waypoints' | 'details';

/** Tracks which drawers are open: initially by window width, then as the user chooses. On phones one at a time. */
export function useDrawers(): { open: Record<DrawerName, boolean>; toggle: (name: DrawerName) => void } {
  const [open, setOpen] = useState<Record<DrawerName, boolean>>(() => ({
    waypoints: innerWidth >= WAYPOINTS_OPEN_FROM,
    details: innerWidth >= DETAILS_OPEN_FROM,
  }));
  const toggle = (name: DrawerName) =>
    setOpen((present) => {
      const others = innerWidth <= ONE_DRAWER_UP_TO ? { waypoints: false, details: false } : present;
      return { ...others, [name]: !present[name] };
    });
  return { open, toggle };
}
