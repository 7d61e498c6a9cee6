import type { RoutedDirections, WayChoice } from '@switchback/contracts/endpoints/directions';
import type { LatLng } from '@switchback/geo/location';
import { useEffect, useMemo, useReducer, useState } from 'react';
import { shallowEqual } from 'react-redux';
import { asCallError, type CallError } from '../../api/error.js';
import { useAppDispatch, useAppSelector } from '../../lib/store/store.js';
import { useSession } from '../../lib/people/use-user.js';
import { leg as legEndpoint } from './editor-endpoints.js';
import {
  directionsOf,
  figuresOf,
  legsOf,
  requestsOf,
  routedLeg,
  type RoutedLeg,
  type RouteFigures,
  storedLegs,
  toStored,
  withoutTurnBacks,
  withWays,
} from './legs.js';
import type { LegAnswer, StoredDirections } from '../../lib/drafts/route-snapshot.js';
import type { CutHandles } from './cut.js';
import type { RouteEditor } from './route-editor.js';
import type { RouteSnapshot } from '../../lib/drafts/route-snapshot.js';
import {
  EMPTY_ROUTE,
  hasEnds,
  type Points,
  type RouteAction,
  routeReducer,
  type Slot,
  type Stop,
  tasted,
} from './route-state.js';

/** The route being edited, with the state that its own controls need. */
export interface RouteWork extends RouteEditor {
  points: Points;
  act: (action: RouteAction) => void;
  canUndo: boolean;
  canRedo: boolean;
  legs: readonly RoutedLeg[];
  /** Null while start or end is missing, or the route is unknown. */
  figures: RouteFigures | null;
  /** Error of a leg that could not be routed. */
  error: CallError | null;
  retry: () => void;
  /** Keeps the known legs although the store's cache is cleared. */
  hold: () => void;
  /** Takes a way for the legs to these slots: a leg of the way for each. */
  choose: (indexes: readonly number[], choice: Pick<WayChoice, 'taste' | 'directions'>) => void;
  /** Applies a route imported from a file or a URL. */
  replace: (route: {
    stops: readonly Stop[];
    directions: RoutedDirections | null;
    /** Replaces the current points of interest; omit to leave them unchanged. */
    interests?: readonly { label: string; location: Slot['location'] }[] | undefined;
  }) => void;
  /** The handles of a cut; null while none is being made. */
  cut: CutHandles | null;
  setCut: (handles: CutHandles | null) => void;
  /** Whether the next click on the map adds a point of interest. */
  isPicking: boolean;
  setPicking: (isPicking: boolean) => void;
  /** Sets a place that was chosen by name, and moves the map if it is out of sight. */
  place: (index: number, label: string, location: LatLng) => void;
  /** Increments when a place is chosen by name. */
  namedCount: number;
  /** Increments when a route is loaded or imported, and on request: the map then fits the whole route. */
  fitCount: number;
  fit: () => void;
}

const NONE: ReadonlyMap<string, LegAnswer> = new Map();

export function useRouteEditor(): RouteWork {
  const [state, act] = useReducer(routeReducer, EMPTY_ROUTE);
  const [kept, setKept] = useState(NONE);
  const [fitCount, setFitCount] = useState(0);
  const [namedCount, setNamedCount] = useState(0);
  const [cut, setCut] = useState<CutHandles | null>(null);
  const [isPicking, setPicking] = useState(false);
  const { points } = state;
  const { legs, error, isRouting, retry } = useLegs(points, kept);
  const directions = useMemo(() => (hasEnds(points) ? directionsOf(legs) : null), [points, legs]);
  const figures = useMemo(() => (directions === null ? null : figuresOf(directions)), [directions]);
  const fit = () => setFitCount((count) => count + 1);
  const start = (known: StoredDirections | null, stops: readonly Stop[]) => {
    setKept(storedLegs(known, stops));
    setCut(null);
    fit();
  };
  const load = ({ waypoints, pointsOfInterest, directions: stored }: RouteSnapshot) => {
    start(stored, waypoints);
    act({ type: 'loaded', stops: withWays(waypoints, stored), interests: pointsOfInterest });
  };
  return {
    points,
    act,
    legs,
    directions,
    figures,
    error,
    isRouting,
    retry,
    hold: () => setKept(new Map(legs.flatMap(held))),
    load,
    place: (index, label, location) => {
      act({ type: 'placed', index, label, location });
      setNamedCount((count) => count + 1);
    },
    choose: (indexes, choice) => {
      // They need not be looked for again.
      setKept(new Map([...kept, ...waysOf(choice, indexes, points.slots)]));
      act({ type: 'tasted', indexes, taste: choice.taste });
    },
    namedCount,
    cut: directions === null ? null : cut,
    setCut,
    isPicking,
    setPicking,
    fitCount,
    fit,
    waypoints: points.slots.flatMap(toInput),
    pointsOfInterest: points.interests.flatMap(toInput),
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
    isChanged: state.past.length > 0,
    reset: () => load({ waypoints: [], pointsOfInterest: [], directions: null }),
    snapshot: () => ({
      waypoints: points.slots.flatMap((slot) =>
        toWaypoint(slot).map((waypoint) => ({ ...waypoint, freehand: slot.freehand })),
      ),
      pointsOfInterest: points.interests.flatMap(toWaypoint),
      directions: directions && toStored(directions, legs),
    }),
    replace: ({ stops, directions: imported, interests }) => {
      const route = imported && fixed(imported);
      start(route, stops);
      act({ type: 'replaced', stops: withWays(stops, route), ...(interests && { interests }) });
    },
  };
}

/** Returns the legs of a chosen way under the keys of the requests that they answer. */
function waysOf(
  { taste, directions: { legs: lines, ...facts } }: Pick<WayChoice, 'taste' | 'directions'>,
  indexes: readonly number[],
  slots: readonly Slot[],
): [string, LegAnswer][] {
  const legs = legsOf(slots.map((slot, index) => (indexes.includes(index) ? tasted(slot, taste) : slot)));
  return indexes.map((index, at) => {
    const { parts } = legs.find(({ endIndex }) => endIndex === index)!;
    return [parts[0]!.request.key, { ...lines[at]!, ...facts }];
  });
}

/** Marks the line of a file as fixed, also if it was matched to roads; straight legs between stops are not. */
function fixed(directions: RoutedDirections): StoredDirections {
  const isFixed = directions.source !== 'approximate';
  return { ...directions, legs: directions.legs.map((leg) => ({ ...leg, isFixed })) };
}

function held({ leg: { parts }, answers }: RoutedLeg): [string, LegAnswer][] {
  return parts.flatMap(({ fixed, isStraight, request }, index): [string, LegAnswer][] => {
    const answer = answers[index] ?? null;
    return fixed !== null || isStraight || answer === null ? [] : [[request.key, answer]];
  });
}

function toInput({ label, location, near }: Slot) {
  return location === null ? [] : [{ label, value: { location }, ...(near && { near }) }];
}

function toWaypoint(slot: Slot) {
  return toInput(slot).map((waypoint) => ({ ...waypoint, location: waypoint.value.location }));
}

/** Requests the legs that are not known yet. The store caches the answers, so a leg that reappears needs no request. */
function useLegs(points: Points, kept: ReadonlyMap<string, LegAnswer>) {
  const dispatch = useAppDispatch();
  const isLoggedOut = useSession() === null;
  const [attempt, setAttempt] = useState(0);
  const legs = useMemo(() => (hasEnds(points) ? legsOf(points.slots) : []), [points]);
  const requests = useMemo(() => requestsOf(legs).filter(({ key }) => !kept.has(key)), [legs, kept]);
  useEffect(() => {
    // Only members may ask: the login asks again.
    if (isLoggedOut) return;
    const running = requests.map((request) =>
      dispatch(legEndpoint.initiate(request, { forceRefetch: attempt > 0 ? attempt : false })),
    );
    return () => running.forEach((call) => call.unsubscribe());
  }, [dispatch, requests, attempt, isLoggedOut]);
  // The store's type covers only the endpoints of its own file.
  const found = useAppSelector(
    (state) => requests.map((request) => legEndpoint.select(request)(state as never)),
    shallowEqual,
  );
  const routed = useMemo(() => {
    const fresh = new Map(requests.map(({ key }, index) => [key, found[index]?.data ?? null]));
    return withoutTurnBacks(legs.map((leg) => routedLeg(leg, ({ key }) => kept.get(key) ?? fresh.get(key) ?? null)));
  }, [legs, requests, found, kept]);
  const failed = found.find(({ isError }) => isError);
  return {
    legs: routed,
    error: failed ? asCallError(failed.error) : null,
    isRouting: found.some(({ isLoading, isUninitialized }) => isLoading || isUninitialized),
    retry: () => setAttempt((count) => count + 1),
  };
}
