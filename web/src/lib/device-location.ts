import { useEffect } from 'react';
import { deviceLocated } from './interface-slice.js';
import { useAppDispatch, useAppSelector } from './store.js';
import type { LatLng } from '@switchback/geo/location';

/** Fallback if neither the URL nor the device has a location: Los Angeles. */
export const DEFAULT_LOCATION: LatLng = { lat: 34.054116, lng: -118.243355 };

const WAIT_MS = 10_000;
const FRESH_ENOUGH_MS = 600_000;

/** Requests the device's location once, if wanted, without blocking anything. Null until the device answers. */
export function useDeviceLocation(isWanted = true): LatLng | null {
  const dispatch = useAppDispatch();
  const known = useAppSelector((state) => state.interface.deviceLocation);
  useEffect(() => {
    if (!isWanted || known !== null || !('geolocation' in navigator)) return;
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => dispatch(deviceLocated({ lat: coords.latitude, lng: coords.longitude })),
      () => undefined,
      { timeout: WAIT_MS, maximumAge: FRESH_ENOUGH_MS },
    );
  }, [dispatch, isWanted, known]);
  return known;
}
