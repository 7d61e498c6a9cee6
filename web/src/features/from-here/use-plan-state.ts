import type { LatLng } from '@switchback/geo/location';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { lastArea } from '../../lib/search/last-area.js';
import { pinned, usePointNames } from '../../lib/drafts/point-names.js';
import { useAppSelector } from '../../lib/store/store.js';
import { parsePlanUrl, planQuery, type PlanState } from './plan-url.js';

/** From this zoom on, the map of the explore page showed a place, not a country. */
const PLACE_ZOOM = 8;

interface PlanWork {
  state: PlanState;
  /** Replaces the URL unless Back should undo the change. */
  update: (patch: Partial<PlanState>, how?: { push: boolean }) => void;
  /** Starts at a point, which gets its name once it is known. */
  startAt: (location: LatLng, how?: { push: boolean }) => void;
}

/**
 * Returns the request for plans that is in the URL, and functions to change it. Without a start in the URL, the page
 * starts at the last place on the explore page's map, else at the device if its location is known.
 */
export function usePlanState(): PlanWork {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const namesOf = usePointNames();
  const device = useAppSelector(({ interface: { deviceLocation } }) => deviceLocation);
  const state = useMemo(() => parsePlanUrl(new URLSearchParams(search)), [search]);
  const latest = useRef(state);
  /** The path that the browser shows as long as the person has not left the page. */
  const ownPath = useRef(globalThis.location.pathname);
  useLayoutEffect(() => {
    latest.current = state;
  }, [state]);
  const update = useCallback<PlanWork['update']>(
    (patch, { push } = { push: false }) => {
      if (globalThis.location.pathname !== ownPath.current) return;
      latest.current = { ...latest.current, ...patch };
      void navigate(`${pathname}?${planQuery(latest.current)}`, { replace: !push });
    },
    [navigate, pathname],
  );
  const startAt: PlanWork['startAt'] = (location, how) => {
    const label = pinned(location);
    update({ start: { label, location } }, how);
    void namesOf(location).then((names) => {
      if (names !== null && latest.current.start?.label === label) update({ start: { label: names.label, location } });
    });
  };
  const begin = useEffectEvent(() => {
    const area = lastArea();
    const location = area !== null && area.zoom >= PLACE_ZOOM ? area.location : device;
    if (state.start?.label === '') startAt(state.start.location);
    else if (state.start === null && location !== null) startAt(location);
  });
  useEffect(() => begin(), []);
  return { state, update, startAt };
}
