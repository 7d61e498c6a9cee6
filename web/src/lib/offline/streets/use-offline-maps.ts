import { useEffect, useState } from 'react';
import { useSession } from '../../people/use-user.js';
import type { OfflineMap } from './map-store.js';
import { followMaps, offlineMaps } from './offline-maps.js';
import { isOnDevice } from './release-maps.js';

/** The person's maps on this device, whole or in progress; null until they are read. */
export function useOfflineMaps(): readonly OfflineMap[] | null {
  const userId = useSession()?.userId ?? null;
  const [maps, setMaps] = useState<readonly OfflineMap[] | null>(null);
  useEffect(() => {
    let isLive = true;
    const read = async () => {
      const found = userId === null ? [] : await offlineMaps(userId);
      if (isLive) setMaps(found.filter(isOnDevice));
    };
    void read();
    const unfollow = followMaps(() => void read());
    return () => {
      isLive = false;
      unfollow();
    };
  }, [userId]);
  return maps;
}
