import { useEffect } from 'react';
import { deviceLocated } from '../store/interface-slice.js';
import { useAppDispatch, useAppSelector } from '../store/store.js';
import type { LatLng } from '@switchback/geo/location';

/** Fallback if neither the URL nor the device has a location: Los Angeles. */
export const DEFAULT_LOCATION: LatLng = { lat: 34.054116, lng: -118.243355 };

const WAIT_MS = 10_000;
const FRESH_ENOUGH_MS = 600_000;

/** Requests the device's location. @returns null if the device has none, or does not give it. */
export function locateDevice(): Promise<LatLng | null> {
  if (!('geolocation' in navigator)) return Promise.resolve(null);
  return new Promise((resolve) =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      () => resolve(null),
      { timeout: WAIT_MS, maximumAge: FRESH_ENOUGH_MS },
    ),
  );
}

/** Requests the device's location where the person has allowed it already, so that the browser asks nothing. */
export async function locateAllowedDevice(): Promise<LatLng | null> {
  if (!('permissions' in navigator)) return null;
  const permission = await navigator.permissions.query({ name: 'geolocation' }).catch(() => null);
  return permission?.state === 'granted' ? locateDevice() : null;
}

/** Requests the device's location once, if wanted, without blocking anything. Null until the device answers. */
export function useDeviceLocation(isWanted = true): LatLng | null {
  const dispatch = useAppDispatch();
  const known = useAppSelector((state) => state.interface.deviceLocation);
  useEffect(() => {
    if (!isWanted || known !== null) return;
    void locateDevice().then((location) => location && dispatch(deviceLocated(location)));
  }, [dispatch, isWanted, known]);
  return known;
}
