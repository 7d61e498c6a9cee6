import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDebounced } from '../lib/page/use-debounced.js';
import type { MapPosition } from './map-port.js';

/** From the spec: delay before the page is notified of a move. */
export const MOVE_SETTLE_MS = 500;
/** The map's own content updates sooner: it only waits out moves in quick succession. */
const CONTENT_SETTLE_MS = 100;

/**
 * Follows the map's moves. Reports the first position at once, later ones when the map has come to rest; a series of
 * moves counts as the person's if one of them was.
 */
export function useMoves(onMove: (position: MapPosition, byUser: boolean) => void) {
  const [latest, setLatest] = useState<{ position: MapPosition; first: boolean } | null>(null);
  const byUser = useRef(false);
  const report = useEffectEvent(onMove);
  useEffect(() => {
    if (latest === null) return;
    const settle = () => {
      report(latest.position, byUser.current);
      byUser.current = false;
    };
    const timer = setTimeout(settle, latest.first ? 0 : MOVE_SETTLE_MS);
    return () => clearTimeout(timer);
  }, [latest]);
  const moved = useCallback((position: MapPosition, byPerson: boolean) => {
    byUser.current ||= byPerson;
    setLatest((last) => ({ position, first: last === null }));
  }, []);
  return { position: useDebounced(latest?.position ?? null, CONTENT_SETTLE_MS), moved };
}

/** Calls back once after a delay; a later request, null, or unmounting cancels the previous one. */
export function useLater<T>(act: (value: T) => void, delayMs: number): (value: T | null) => void {
  const [pending, setPending] = useState<{ value: T } | null>(null);
  const actNow = useEffectEvent(act);
  useEffect(() => {
    if (pending === null) return;
    const timer = setTimeout(() => actNow(pending.value), delayMs);
    return () => clearTimeout(timer);
  }, [pending, delayMs]);
  return useCallback((value: T | null) => setPending(value === null ? null : { value }), []);
}
