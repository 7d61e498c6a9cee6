import { useEffect, useState } from 'react';
import { useSession } from '../people/use-user.js';
import { type OfflineTrip, offlineTrips } from './offline-trips.js';

/** The person's copies of trips in this browser, newest first; null until they are read. */
export function useOfflineTrips(): readonly OfflineTrip[] | null {
  const userId = useSession()?.userId ?? null;
  const [trips, setTrips] = useState<readonly OfflineTrip[] | null>(null);
  useEffect(() => {
    let live = true;
    const found = userId === null ? Promise.resolve([]) : offlineTrips(userId);
    void found.then((stored) => live && setTrips(stored));
    return () => {
      live = false;
    };
  }, [userId]);
  return trips;
}
