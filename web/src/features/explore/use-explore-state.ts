import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { ExploreState } from './explore-state.js';
import { exploreQuery, parseExploreUrl, readableQuery } from './url.js';

export type Update = (patch: Partial<ExploreState>, how?: { push: boolean }) => void;

/** Returns the URL of a state; the deep link of a drive stays as long as that drive is open. */
function addressOf(state: ExploreState, linkedDrive: string | undefined): string {
  const linked = linkedDrive !== undefined && state.drive === linkedDrive && state.details;
  const query = exploreQuery(linked ? { ...state, drive: null } : state);
  const path = linked ? `/drive-details/${encodeURIComponent(linkedDrive)}` : '/explore';
  return `${path}?${readableQuery(query)}`;
}

/**
 * Returns the page's state, parsed from its URL, and a function to update it. Updates replace the URL; those that Back
 * should undo are pushed. Several updates in a row build on each other, whether or not the page rendered in between.
 */
export function useExploreState(): [ExploreState, Update] {
  const { search } = useLocation();
  const { driveId } = useParams();
  const navigate = useNavigate();
  const state = useMemo((): ExploreState => {
    const parsed = parseExploreUrl(search);
    return driveId === undefined ? parsed : { ...parsed, drive: driveId, details: true };
  }, [search, driveId]);
  const latest = useRef(state);
  /** The path that the browser shows as long as the person has not left the page. */
  const ownPath = useRef(globalThis.location.pathname);
  useLayoutEffect(() => {
    latest.current = state;
    ownPath.current = globalThis.location.pathname;
  }, [state]);
  const update = useCallback<Update>(
    (patch, { push } = { push: false }) => {
      // The next page is still loading: an update, such as of the map coming to rest, would bring this one back.
      if (globalThis.location.pathname !== ownPath.current) return;
      const next = { ...latest.current, ...patch };
      const address = addressOf(next, driveId);
      if (address === addressOf(latest.current, driveId)) return;
      latest.current = next;
      void navigate(address, { replace: !push });
      ownPath.current = globalThis.location.pathname;
    },
    [navigate, driveId],
  );
  return [state, update];
}
