import { useLocation } from 'react-router';

/** Where a login leads to, kept with an entry of the history. */
export interface Origin {
  origin?: string;
}

/** What the page was opened with; handed on, it stays known through all pages that lead to a login. */
export function useOrigin(): Origin {
  return (useLocation().state ?? {}) as Origin;
}
