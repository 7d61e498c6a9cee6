import { useEffect, useRef, useState } from 'react';
import type { MapPoint } from './map-port.js';

/** A pointer that only crosses a line requests nothing. */
const LINGER_MS = 80;
/** Time to get from a line to its card. */
const GRACE_MS = 250;

export interface Pointed {
  ids: readonly string[];
  at: MapPoint;
}

export const NOWHERE: Pointed = { ids: [], at: { x: 0, y: 0 } };

/**
 * Returns the drives of the hover card and its location: the drives under the resting pointer, where it reached them.
 * They stay while the pointer follows the line, and for a moment after it has left, so that the card can be reached.
 * @param held whether the pointer is on the card itself.
 */
export function useGlance(pointed: Pointed, held: boolean): Pointed {
  const [shown, setShown] = useState(NOWHERE);
  const latest = useRef(pointed);
  useEffect(() => {
    latest.current = pointed;
  }, [pointed]);
  const requested = held ? shown.ids.join() : pointed.ids.join();
  const due = requested === shown.ids.join();
  useEffect(() => {
    if (due) return;
    const timer = setTimeout(() => setShown(latest.current), requested === '' ? GRACE_MS : LINGER_MS);
    return () => clearTimeout(timer);
  }, [requested, due]);
  return shown;
}
