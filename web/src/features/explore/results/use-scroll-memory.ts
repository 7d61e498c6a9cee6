import { useEffect, useRef, type RefObject } from 'react';
import { useLocation, useNavigationType, NavigationType } from 'react-router';
import { readStored, writeStored } from '../../../lib/storage.js';

const KEY = 'switchback.scroll';
const ENTRIES_MAX = 30;

function remembered(): [string, number][] {
  const stored = readStored(KEY, 'session');
  return Array.isArray(stored) ? (stored as [string, number][]) : [];
}

/** Where a list of this history entry was scrolled to when the page was left, in pixels; kept for when Back returns. */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>): number {
  const { key } = useLocation();
  const type = useNavigationType();
  const start = useRef(type === NavigationType.Pop ? (remembered().find(([known]) => known === key)?.[1] ?? 0) : 0);
  const offset = useRef(start.current);
  const latestKey = useRef(key);
  useEffect(() => {
    latestKey.current = key;
  }, [key]);
  useEffect(() => {
    const element = scroller.current;
    const note = () => {
      offset.current = element?.scrollTop ?? 0;
    };
    element?.addEventListener('scroll', note, { passive: true });
    return () => {
      element?.removeEventListener('scroll', note);
      const others = remembered().filter(([known]) => known !== latestKey.current);
      writeStored(KEY, [...others, [latestKey.current, offset.current]].slice(-ENTRIES_MAX), 'session');
    };
  }, [scroller]);
  return start.current;
}
