import { boundsContain, boundsOfPath } from '@switchback/geo/bounds';
import type { Bounds, LatLng } from '@switchback/geo/location';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { MapPort } from '../../map/map-port.js';
import { ZOOM } from '../../map/zoom.js';

/** Space for the marks of points and the map's controls. */
const PADDING_PIXELS = 56;

type Frame = RefObject<HTMLElement | null>;

/** Fits the map to a route once it is loaded, or on request. */
export function useFit(port: MapPort | null, frame: Frame, fitCount: number, path: readonly LatLng[]): void {
  useOnCount(port !== null && path.length > 0, fitCount, () => fit(port, frame, path));
}

/** Fits the map to a stretch of the route. */
export function fitStretch(port: MapPort | null, frame: Frame, stretch: Bounds): void {
  port?.fit(stretch, { padding: paddingOf(frame), maxZoom: ZOOM.streets, isClose: true });
}

/** Moves the map to the places of the route if one that was chosen by name is out of sight; other edits never do. */
export function useShowPlaces(port: MapPort | null, frame: Frame, namedCount: number, places: readonly LatLng[]): void {
  useOnCount(port !== null && places.length > 0, namedCount, () => {
    if (port !== null && !isInSight(port, frame, places)) fit(port, frame, places);
  });
}

/** Acts once per count, when ready. */
function useOnCount(isReady: boolean, count: number, act: () => void): void {
  const done = useRef(0);
  const run = useEffectEvent(act);
  useEffect(() => {
    if (!isReady || done.current === count) return;
    done.current = count;
    run();
  }, [isReady, count]);
}

function fit(port: MapPort | null, frame: Frame, path: readonly LatLng[]): void {
  // A single place is shown with its surroundings, where the next one may be.
  const maxZoom = path.length === 1 ? ZOOM.city : ZOOM.streets;
  port?.fit(boundsOfPath(path), { animate: false, padding: paddingOf(frame), maxZoom });
}

function isInSight(port: MapPort, frame: Frame, places: readonly LatLng[]): boolean {
  const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
  const { top, left, right, bottom } = paddingOf(frame);
  const [northwest, southeast] = [
    port.locationOf({ x: left, y: top }),
    port.locationOf({ x: clientWidth - right, y: clientHeight - bottom }),
  ];
  const { lat: north, lng: west } = northwest;
  const { lat: south, lng: east } = southeast;
  return places.every((place) => boundsContain({ north, south, west, east }, place));
}

/** Returns the padding that keeps the route clear of a drawer that covers the lower part of the map, as on phones. */
function paddingOf({ current: frame }: Frame): Record<'top' | 'right' | 'bottom' | 'left', number> {
  const map = frame?.getBoundingClientRect();
  const drawers = frame?.closest('[data-drawers]')?.querySelectorAll('[data-side]') ?? [];
  const covered = [...drawers].map((drawer) => {
    const { top, left, right } = drawer.getBoundingClientRect();
    return map !== undefined && left < map.right && right > map.left ? map.bottom - top : 0;
  });
  const [top, right, left] = [PADDING_PIXELS, PADDING_PIXELS, PADDING_PIXELS];
  return { top, right, left, bottom: PADDING_PIXELS + Math.max(0, ...covered) };
}
