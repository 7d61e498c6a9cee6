import { useLocation } from 'react-router';
import { type Intent, isIntent } from './prompt-slice.js';
import { readStored, writeStored } from './storage.js';

const WAY_KEY = 'switchback.origin';

/** As long as the link in the mail of a sign-up works. */
export const WAY_MAX_AGE_MS = 24 * 3_600_000;

/** Where a login leads to, kept with an entry of the history. */
export interface Origin {
  origin?: string;
}

/** Where a login leads to, and what is done there. */
export interface WayBack {
  origin: string;
  intent: Intent | null;
}

/** What the page was opened with; handed on, it stays known through all pages that lead to a login. */
export function useOrigin(): Origin {
  return (useLocation().state ?? {}) as Origin;
}

/**
 * Keeps the way back while the person is elsewhere: in the tab while another provider lets them in, in the browser while
 * they open a mail. No address carries it, so that none can set it.
 */
export function keepWayBack(area: 'local' | 'session', { origin }: Origin, intent: Intent | null): void {
  const isPlain = origin === undefined && intent === null;
  writeStored(WAY_KEY, isPlain ? null : { origin: origin ?? '/', intent, at: Date.now() }, area);
}

/** What was kept, if it is a page of ours and not too old. */
export function keptWayBack(area: 'local' | 'session'): WayBack {
  const { origin, intent, at } = (readStored(WAY_KEY, area) ?? {}) as Partial<Record<keyof WayBack | 'at', unknown>>;
  const age = typeof at === 'number' ? Date.now() - at : Infinity;
  if (!(age < WAY_MAX_AGE_MS)) return { origin: '/', intent: null };
  return {
    origin: typeof origin === 'string' && /^\/(?![/\\])/.test(origin) ? origin : '/',
    intent: isIntent(intent) ? intent : null,
  };
}

/** Whoever logs in has their own way from there, and the next person in this browser none. */
export function forgetWayBack(): void {
  writeStored(WAY_KEY, null);
}
