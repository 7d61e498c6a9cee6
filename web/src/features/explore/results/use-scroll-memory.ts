import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useLocation, useNavigationType, NavigationType } from 'react-router';
import { readStored, writeStored } from '../../../session/storage.js';
import type { DriveSearch } from './use-drive-search.js';

const KEY = 'switchback.scroll';
const ENTRIES_MAX = 30;
/** Events by which the user scrolls: after one of them, the stored position no longer applies. */
const OWN_MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

function remembered(): [string, number][] {
  const stored = readStored(KEY, 'session');
  return Array.isArray(stored) ? (stored as [string, number][]) : [];
}

function storeOffset(key: string, offset: number): void {
  const others = remembered().filter(([known]) => known !== key);
  writeStored(KEY, [...others, [key, offset]].slice(-ENTRIES_MAX), 'session');
}

/**
 * Stores the scroll position of a list with its history entry, and restores it when Back or a reload returns there,
 * fetching the batches in between. A different result starts at its top.
 * @param laidOut whether the list has its final heights; before that, it may be too short to scroll back
 * @returns the initial offset in pixels
 */
export function useScrollMemory(
  scroller: RefObject<HTMLElement | null>,
  search: DriveSearch,
  laidOut: boolean,
): number {
  const { key } = useLocation();
  const type = useNavigationType();
  const [start] = useState(() =>
    type === NavigationType.Pop ? (remembered().find(([known]) => known === key)?.[1] ?? 0) : 0,
  );
  /** Offset in pixels still to be restored; 0 once it is restored or abandoned. */
  const requested = useRef(start);
  const latestKey = useRef(key);
  useEffect(() => {
    latestKey.current = key;
  }, [key]);
  useEffect(() => {
    const element = scroller.current;
    let offset = start;
    const note = () => {
      if (requested.current === 0) offset = element?.scrollTop ?? 0;
    };
    const giveUp = () => {
      requested.current = 0;
    };
    const store = () => storeOffset(latestKey.current, offset);
    element?.addEventListener('scroll', note, { passive: true });
    for (const move of OWN_MOVES) element?.addEventListener(move, giveUp, { passive: true });
    addEventListener('pagehide', store);
    return () => {
      element?.removeEventListener('scroll', note);
      for (const move of OWN_MOVES) element?.removeEventListener(move, giveUp);
      removeEventListener('pagehide', store);
      store();
    };
  }, [scroller, start]);

  const { drives, more, updating, subject } = search;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || !laidOut || requested.current === 0 || drives.length === 0) return;
    const reach = element.scrollHeight - element.clientHeight;
    element.scrollTo({ top: Math.min(requested.current, reach) });
    if (reach >= requested.current) requested.current = 0;
    else more?.();
  }, [scroller, laidOut, drives, more]);

  const shown = useRef(subject);
  useEffect(() => {
    if (updating || shown.current === subject) return;
    shown.current = subject;
    requested.current = 0;
    scroller.current?.scrollTo({ top: 0 });
  }, [scroller, subject, updating]);
  return start;
}
