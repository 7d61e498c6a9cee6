import { useLocation } from 'react-router';
import { type Intent, isIntent } from './prompt-slice.js';
import { readStored, writeStored } from '../../session/storage.js';

const WAY_KEY = 'switchback.origin';

/** As long as the mailed link of a sign-up is valid. */
export const WAY_MAX_AGE_MS = 24 * 3_600_000;

/** The page to return to after a login, stored in the history entry. */
export interface Origin {
  origin?: string;
}

/** The page to return to after a login, and the action to perform there. */
export interface WayBack {
  origin: string;
  intent: Intent | null;
}

/** The origin this page was opened with; pass it on to every page on the way to a login. */
export function useOrigin(): Origin {
  return (useLocation().state ?? {}) as Origin;
}

/**
 * Stores the way back while the person is elsewhere: in the tab during a login at another provider, in the browser
 * while they open a mail. It is never part of an address, so that no link can set it.
 */
export function storeWayBack(area: 'local' | 'session', { origin }: Origin, intent: Intent | null): void {
  const isPlain = origin === undefined && intent === null;
  writeStored(WAY_KEY, isPlain ? null : { origin: origin ?? '/', intent, at: Date.now() }, area);
}

/** Returns the stored way back, if it is a page of ours and not too old. */
export function storedWayBack(area: 'local' | 'session'): WayBack {
  const { origin, intent, at } = (readStored(WAY_KEY, area) ?? {}) as Partial<Record<keyof WayBack | 'at', unknown>>;
  const age = typeof at === 'number' ? Date.now() - at : Infinity;
  if (!(age < WAY_MAX_AGE_MS)) return { origin: '/', intent: null };
  return {
    origin: typeof origin === 'string' && /^\/(?![/\\])/.test(origin) ? origin : '/',
    intent: isIntent(intent) ? intent : null,
  };
}

/** Deletes the way back after a login, so that the next person in this browser has none. */
export function deleteWayBack(): void {
  writeStored(WAY_KEY, null);
}
