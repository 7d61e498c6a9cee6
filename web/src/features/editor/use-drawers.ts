import { useState } from 'react';

/** Window widths in pixels, from the spec. */
const WAYPOINTS_OPEN_FROM = 1_000;
const DETAILS_OPEN_FROM = 1_500;
export const ONE_DRAWER_UP_TO = 500;

export type DrawerName = 'waypoints' | 'details';

export interface Drawers {
  open: Record<DrawerName, boolean>;
  toggle: (name: DrawerName) => void;
  show: (name: DrawerName) => void;
  /** Opens and closes them as at first. */
  reset: () => void;
}

/** Tracks which drawers are open: initially by window width, then as the user chooses. On phones one at a time. */
export function useDrawers(): Drawers {
  const [open, setOpen] = useState(initial);
  const set = (name: DrawerName, isOpen: boolean) =>
    setOpen((current) => {
      const others = innerWidth <= ONE_DRAWER_UP_TO ? { waypoints: false, details: false } : current;
      return { ...others, [name]: isOpen };
    });
  return {
    open,
    toggle: (name) => set(name, !open[name]),
    show: (name) => set(name, true),
    reset: () => setOpen(initial),
  };
}

function initial(): Drawers['open'] {
  return { waypoints: innerWidth >= WAYPOINTS_OPEN_FROM, details: innerWidth >= DETAILS_OPEN_FROM };
}
