import { useLocation } from 'react-router';
import { readStored, writeStored } from './storage.js';

const ORIGIN_KEY = 'switchback.origin';

/** Where a login leads to, kept with an entry of the history. */
export interface Origin {
  origin?: string;
}

/** What the page was opened with; handed on, it stays known through all pages that lead to a login. */
export function useOrigin(): Origin {
  return (useLocation().state ?? {}) as Origin;
}

/** Keeps it in this tab while the browser is at another provider's: no address carries it, so that none can set it. */
export function keepOrigin({ origin }: Origin): void {
  writeStored(ORIGIN_KEY, origin ?? null, 'session');
}

/** What was kept, if it is a page of ours. */
export function keptOrigin(): string {
  const kept = readStored(ORIGIN_KEY, 'session');
  return typeof kept === 'string' && /^\/(?![/\\])/.test(kept) ? kept : '/';
}
