import type { Region } from '@switchback/contracts/resources/geo';
import { expandBounds } from '@switchback/geo/bounds';
import type { Bounds, LatLng } from '@switchback/geo/location';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigationType, NavigationType } from 'react-router';
import { api, useLazyNearestQuery, useSummaryQuery } from '../../api/api.js';
import type { DriveCardData } from '../../api/types.js';
import type { SearchResult } from '../../lib/search/search-result.js';
import { useAppDispatch } from '../../lib/store/store.js';
import type { ExploreState } from './explore-state.js';
import type { FreeArea } from '../../map/map-port.js';
import type { FitRequest } from '../../map/map-view-props.js';
import { placeView } from './place-view.js';
import { commonFilters, geocodeZoom } from './query.js';
import { locationText } from '../../lib/text/location-text.js';
import { boundsText } from './url.js';
import type { Update } from './use-explore-state.js';
import type { Place } from './use-surroundings.js';

/** Delay from the spec before the map moves to a selected drive: the panel opens first. */
const FIT_DELAY_MS = 500;
/** About what a map shows at city zoom, in each direction. */
const CITY_METERS = 20_000;

/** After this, a map that does not report its arrival counts as arrived. */
const TRAVEL_MAX_MS = 3_000;

export interface Destinations {
  fit: FitRequest | null;
  /** True from `goTo` until the map reports its next position. */
  isUnderway: boolean;
  goTo: (bounds: Bounds) => void;
  /** Returns to an earlier position: the same center and zoom, whatever the map's current size. */
  returnTo: (position: FreeArea) => void;
  /** Cancels a pending move; a map that is shown again stays where it was. */
  cancel: () => void;
  /**
   * Announces a move that first needs an answer, instead of any earlier one.
   * @returns whether the move is still wanted: there was no later one, and the page is still open.
   */
  begin: () => () => boolean;
  /** Moves to a drive once the panel next to the map has opened. */
  goToDriveLater: (drive: Pick<DriveCardData, 'bounds'>) => void;
}

/**
 * Controls where the page sends the map.
 * @param position the last one that the map reported; null before the first.
 */
export function useDestinations(position: FreeArea | null): Destinations {
  const [fit, setFit] = useState<FitRequest | null>(null);
  const [departure, setDeparture] = useState<FreeArea | null>(null);
  const latest = useRef(position);
  useLayoutEffect(() => {
    latest.current = position;
  }, [position]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Number of the last move. */
  const move = useRef(0);
  useEffect(
    () => () => {
      move.current += 1;
      clearTimeout(timer.current);
    },
    [],
  );
  const stop = useCallback(() => {
    move.current += 1;
    clearTimeout(timer.current);
    setDeparture(null);
  }, []);
  const begin = useCallback(() => {
    stop();
    const number = move.current;
    return () => move.current === number;
  }, [stop]);
  const goTo = useCallback(
    (bounds: Bounds) => {
      stop();
      setFit({ bounds });
      setDeparture(latest.current);
      timer.current = setTimeout(() => setDeparture(null), TRAVEL_MAX_MS);
    },
    [stop],
  );
  const returnTo = useCallback(
    (earlier: FreeArea) => {
      stop();
      setFit({ position: earlier });
    },
    [stop],
  );
  const cancel = useCallback(() => {
    stop();
    setFit(null);
  }, [stop]);
  const goToDriveLater = useCallback(
    ({ bounds }: Pick<DriveCardData, 'bounds'>) => {
      stop();
      timer.current = setTimeout(() => setFit({ bounds }), FIT_DELAY_MS);
    },
    [stop],
  );
  const isUnderway = departure !== null && departure === position;
  return { fit, isUnderway, goTo, returnTo, cancel, begin, goToDriveLater };
}

interface TextSearch {
  state: ExploreState;
  position: FreeArea | null;
  /** Box around what the text finds, null for nothing; undefined while loading. */
  extent: Bounds | null | undefined;
  goTo: (bounds: Bounds) => void;
}

/** Moves the map to what a newly searched text finds; not for a link or history entry that has a position. */
export function useShowMatches({ state, position, extent, goTo }: TextSearch): void {
  const type = useNavigationType();
  const text = state.search?.type === 'text' ? state.search.value : null;
  const { inArea } = state;
  const shown = useRef(state.bounds === null && state.location === null ? null : text);
  const restored = type === NavigationType.Pop && state.bounds !== null;
  const ready = state.view === 'map' && position !== null && extent !== undefined;
  // Before the browser paints: no count shows between the result and the departure.
  useLayoutEffect(() => {
    if (text === null || restored) shown.current = text;
    // Searched everywhere again, the map shows all that the text finds.
    if (inArea) shown.current = null;
    if (inArea || text === shown.current || !ready) return;
    shown.current = text;
    if (extent !== null) goTo(extent);
  }, [text, restored, ready, extent, inArea, goTo]);
}

/**
 * Applies a chosen search result: opens a drive, moves to a place, narrows the list to a region, or searches a text.
 */
export function useSearchChoice(
  state: ExploreState,
  update: Update,
  { goTo, cancel, begin, goToDriveLater }: Pick<Destinations, 'goTo' | 'cancel' | 'begin' | 'goToDriveLater'>,
) {
  const dispatch = useAppDispatch();
  const lookUp = useCallback(
    async (value: string) => (await dispatch(api.endpoints.place.initiate(value, { subscribe: false }))).data,
    [dispatch],
  );
  const showPlace = useCallback(
    async (value: string) => {
      const isWanted = begin();
      const place = await lookUp(value);
      if (place === undefined || !isWanted()) return;
      const filters = { ...commonFilters({ ...state, search: null }), geocode: locationText(place.location) };
      const { data = [] } = await dispatch(api.endpoints.nearestMeters.initiate(filters, { subscribe: false }));
      if (isWanted()) goTo(placeView(place, data));
    },
    [dispatch, lookUp, goTo, begin, state],
  );
  const { view, drive } = state;
  /** Last chosen drive, while it is open: a response that arrives after that does not move the map. */
  const chosen = useRef<string>(null);
  useEffect(() => {
    if (drive !== chosen.current) chosen.current = null;
  }, [drive]);
  const choose = useCallback(
    async (search: SearchResult) => {
      if (search.type === 'drive') {
        cancel();
        chosen.current = search.value;
        update({ search, inArea: false, drive: search.value, details: true }, { push: true });
        const isWanted = begin();
        const found = await dispatch(api.endpoints.summary.initiate(search.value, { subscribe: false }));
        if (found.data && chosen.current === search.value && isWanted()) goToDriveLater(found.data);
        return;
      }
      chosen.current = null;
      const isWanted = begin();
      update({ search, inArea: false, drive: null, details: false });
      if (search.type === 'text') return;
      if (view === 'map') {
        await showPlace(search.value);
        return;
      }
      const place = await lookUp(search.value);
      if (place === undefined || !isWanted()) return;
      update({
        country: place.country?.id ?? null,
        states: place.state === null ? [] : [place.state.id],
        ...(place.city === null ? {} : { location: place.location }),
      });
    },
    [update, lookUp, showPlace, cancel, begin, goToDriveLater, dispatch, view],
  );
  const goToCountry = useCallback(
    async (country: Region) => {
      const isWanted = begin();
      const found = dispatch(
        api.endpoints.suggestPlaces.initiate({ text: country.name, kind: 'geoname' }, { subscribe: false }),
      );
      const value = (await found).data?.find(({ label }) => label === country.name)?.value;
      const place = value === undefined ? undefined : await lookUp(value);
      if (place !== undefined && isWanted()) goTo(place.viewport);
    },
    [dispatch, lookUp, goTo, begin],
  );
  return { choose, goToCountry, showPlace };
}

/** Returns the open drive, even if it is not among the results; undefined until it loads, null if there is none. */
export function useActiveDrive(id: string | null, drives: readonly DriveCardData[]): DriveCardData | null | undefined {
  const listed = drives.find((drive) => drive.id === id);
  const { currentData } = useSummaryQuery(id ?? '', { skip: id === null || listed !== undefined });
  return id === null ? null : (listed ?? currentData);
}

/**
 * Loads the drive that a link names without a map position: the page opens at its bounds, and waits until they are
 * known. `bounds` is null if there is no such drive.
 */
export function useLinkedDrive(state: ExploreState): LinkedDrive {
  const [id] = useState(() => (state.bounds === null && state.location === null ? openingOf(state).drive : null));
  const { currentData, isError } = useSummaryQuery(id ?? '', { skip: id === null });
  return { bounds: currentData?.bounds ?? null, pending: id !== null && currentData === undefined && !isError };
}

export interface LinkedDrive {
  bounds: Bounds | null;
  pending: boolean;
}

interface Opening {
  state: ExploreState;
  update: Update;
  place: Place;
  device: LatLng | null;
  active: DriveCardData | null | undefined;
  /** Number of drives in the map's bounds; null while loading. */
  count: number | null;
  goTo: (bounds: Bounds) => void;
  showPlace: (value: string) => Promise<void>;
}

/**
 * Decides where the page opens if its URL does not say: at the drive or place that it names, else at the device's
 * location, and if no drive is in view, at the nearest one that matches the filters. Ends with the user's first
 * action.
 */
export function useOpening({ state, update, place, device, active, count, goTo, showPlace }: Opening) {
  /** True until the user acts, or the page has moved the map. */
  const pristine = useRef(state.bounds === null && state.location === null);
  const [{ drive, search, isSearchAlone }] = useState(() => openingOf(state));
  const [findNearest] = useLazyNearestQuery();
  const request = useRef(false);
  const onMap = state.view === 'map';
  const mapReady = place.position !== null;
  const placeValue = search?.type === 'place' ? search.value : null;

  useEffect(() => {
    if (isSearchAlone) update({ drive, details: true });
  }, [isSearchAlone, drive, update]);

  useEffect(() => {
    if (!pristine.current || !mapReady || drive === null || active?.id !== drive) return;
    goTo(active.bounds);
    pristine.current = false;
  }, [mapReady, drive, active, goTo]);

  useEffect(() => {
    if (!pristine.current || !mapReady || drive !== null || placeValue === null) return;
    pristine.current = false;
    void showPlace(placeValue);
  }, [mapReady, drive, placeValue, showPlace]);

  const free = mapReady && onMap && drive === null && search === null;
  useEffect(() => {
    if (!pristine.current || !free || device === null) return;
    goTo(cityBox(device));
  }, [free, device, goTo]);

  const location = place.position?.location;
  const filters = commonFilters(state);
  const key = JSON.stringify(filters);
  useEffect(() => {
    if (!pristine.current || !free || request.current || count !== 0 || location === undefined) return;
    request.current = true;
    const geocode = `${locationText(location)},any,${geocodeZoom(place.surroundings.zoom)}`;
    void findNearest({ ...(JSON.parse(key) as typeof filters), geocode }, true).then(({ data }) => {
      if (data && pristine.current) goTo(data.bounds);
    });
  }, [free, count, location, place.surroundings.zoom, key, findNearest, goTo]);

  return useCallback(() => {
    pristine.current = false;
  }, []);
}

/** Moves the map to the bounds that Back and Forward restore; positions visited before are restored exactly. */
export function useFollowHistory(
  state: ExploreState,
  place: Place,
  { goTo, returnTo }: Pick<Destinations, 'goTo' | 'returnTo'>,
): void {
  const type = useNavigationType();
  const { bounds } = state;
  const shown = useRef<string>(undefined);
  const visited = useRef(new Map<string, FreeArea>());
  useEffect(() => {
    if (place.position === null) return;
    shown.current = boundsText(place.position.bounds);
    visited.current.set(shown.current, place.position);
  }, [place.position]);
  useEffect(() => {
    if (type !== NavigationType.Pop || bounds === null || shown.current === undefined) return;
    const request = boundsText(bounds);
    if (request === shown.current) return;
    const known = visited.current.get(request);
    if (known === undefined) goTo(bounds);
    else returnTo(known);
  }, [type, bounds, goTo, returnTo]);
}

/**
 * Returns what a link names. On the map, the drive may be given only as the search, as in links of the landing page.
 */
function openingOf({ view, bounds, drive, search }: ExploreState) {
  const isSearchAlone = view === 'map' && bounds === null && drive === null && search?.type === 'drive';
  return { drive: isSearchAlone ? search.value : drive, search, isSearchAlone };
}

function cityBox({ lat, lng }: LatLng): Bounds {
  return expandBounds({ north: lat, south: lat, east: lng, west: lng }, CITY_METERS);
}
