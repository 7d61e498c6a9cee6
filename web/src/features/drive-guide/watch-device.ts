import type { RecordedFix } from '../../lib/offline/records.js';

export type LocationFault = 'denied' | 'unavailable' | 'missing';

const PERMISSION_DENIED = 1;
const WAIT_MS = 20_000;

/** Follows the device's location. @returns stops it */
export function watchDevice(onFix: (fix: RecordedFix) => void, onFault: (fault: LocationFault) => void): () => void {
  if (!('geolocation' in navigator)) {
    onFault('missing');
    return () => undefined;
  }
  const id = navigator.geolocation.watchPosition(
    (position) => onFix(fixOf(position)),
    ({ code }) => onFault(code === PERMISSION_DENIED ? 'denied' : 'unavailable'),
    { enableHighAccuracy: true, maximumAge: 0, timeout: WAIT_MS },
  );
  return () => navigator.geolocation.clearWatch(id);
}

/** Locates the device once. */
export function locateOnce(): Promise<RecordedFix | LocationFault> {
  return new Promise((resolve) => {
    const stop = watchDevice(
      (fix) => [stop(), resolve(fix)],
      (fault) => resolve(fault),
    );
  });
}

function fixOf({ coords, timestamp }: GeolocationPosition): RecordedFix {
  const { latitude: lat, longitude: lng, accuracy: accuracyMeters, speed, heading, altitude } = coords;
  return { lat, lng, at: timestamp, accuracyMeters, speed, heading: Number.isNaN(heading) ? null : heading, altitude };
}
