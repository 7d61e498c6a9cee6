import type { LatLng } from '@switchback/geo/location';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { locateAllowedDevice } from '../../lib/page/device-location.js';
import { STARTS_AT_MAP } from '../../lib/search/explore-links.js';
import { lastArea } from '../../lib/search/last-area.js';
import { pinned, usePointNames } from '../../lib/drafts/point-names.js';
import { useAppSelector } from '../../lib/store/store.js';
import { parsePlanUrl, planQuery, type PlanState } from './plan-url.js';

/** From this zoom on, the map of the explore page showed a place, not a country. */
const PLACE_ZOOM = 8;

interface PlanWork {
  state: PlanState;
  /** Whether the device's location is on its way, while there is no start. */
  isLocating: boolean;
  /** Replaces the URL unless Back should undo the change. */
  update: (patch: Partial<PlanState>, how?: { push: boolean }) => void;
  /** Starts at a point, which gets its name once it is known. */
  startAt: (location: LatLng, how?: { push: boolean }) => void;
  /** Ends at a point, which gets its name once it is known. */
  endAt: (location: LatLng) => void;
}

/**
 * Returns the request for plans that is in the URL, and functions to change it. Without a start in the URL, the page
 * starts at the device if the person has allowed its location; from the explore page, at the place on its map.
 */
export function usePlanState(): PlanWork {
  const address = useLocation();
  const { search, pathname } = address;
  const arrival: unknown = address.state;
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
  const endAt: PlanWork['endAt'] = (location) => {
    const label = pinned(location);
    update({ to: { label, location } }, { push: true });
    void namesOf(location).then((names) => {
      if (names !== null && latest.current.to?.label === label) update({ to: { label: names.label, location } });
    });
  };
  const [isLocating, setLocating] = useState(state.start === null);
  const begin = useEffectEvent(() => {
    const location = placeOnMap(arrival) ?? device;
    if (state.start?.label === '') startAt(state.start.location);
    else if (state.start === null && location !== null) startAt(location);
    else if (state.start === null)
      void locateAllowedDevice().then((found) => {
        setLocating(false);
        if (found !== null && latest.current.start === null) startAt(found);
      });
  });
  useEffect(() => begin(), []);
  return { state, isLocating: isLocating && state.start === null, update, startAt, endAt };
}

/** Returns the place on the explore page's map for a person who comes from there; null if it showed a whole country. */
function placeOnMap(arrival: unknown): LatLng | null {
  const area = arrival === STARTS_AT_MAP ? lastArea() : null;
  return area !== null && area.zoom >= PLACE_ZOOM ? area.location : null;
}
