import { useEffect, useState } from 'react';
import { type OfflineDrive, offlineDrives } from './offline-drives.js';
import { useSession } from '../people/use-user.js';

/** The person's copies in this browser, newest first, once they are needed; null until they are read. */
export function useOfflineDrives(needed = true): readonly OfflineDrive[] | null {
  const userId = useSession()?.userId ?? null;
  const [drives, setDrives] = useState<readonly OfflineDrive[] | null>(null);
  useEffect(() => {
    if (!needed) return undefined;
    let live = true;
    const found = userId === null ? Promise.resolve([]) : offlineDrives(userId);
    void found.then((stored) => live && setDrives(stored));
    return () => {
      live = false;
    };
  }, [userId, needed]);
  return drives;
}
