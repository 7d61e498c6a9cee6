import type { Bounds, LatLng } from '@switchback/geo/location';
import { useEffect, useEffectEvent, useRef } from 'react';
import { linePointed } from '../lib/store/profile-slice.js';
import { useAppDispatch, useAppSelector } from '../lib/store/store.js';
import type { MapPort } from './map-port.js';

interface Props {
  port: MapPort | null;
  /** Moves the map to a stretch of the profile. */
  onStretch: (bounds: Bounds) => void;
}

/** Marks the cursor of the page's elevation profile on a map, and shows the stretch selected there. */
export function ProfileOnMap({ port, onStretch }: Props) {
  const { cursor, shown } = useAppSelector((state) => state.profile);
  const show = useEffectEvent(onStretch);
  useEffect(() => port?.setCursor(cursor), [port, cursor]);
  useEffect(() => {
    if (port !== null && shown !== null) show(shown.bounds);
  }, [port, shown]);
  return null;
}

/** Returns a function that passes the place under the pointer on a profile's line, or null, to the profile. */
export function usePointedLine(): (location: LatLng | null) => void {
  const dispatch = useAppDispatch();
  const isPointed = useRef(false);
  return (location) => {
    if (location === null && !isPointed.current) return;
    isPointed.current = location !== null;
    dispatch(linePointed(location));
  };
}
