import { useEffect } from 'react';
import type { GuideCourse } from '../../lib/offline/guide-course.js';
import { addToMap, tilesOver } from '../../lib/offline/offline-map.js';
import { loadEngine } from '../../map/load-engine.js';
import { useMapSources } from '../../map/MapCanvas.js';

/** Loads the map's code and the tiles of the drive before the start: later there may be no network. */
export function usePreparedMap({ bounds }: GuideCourse, isWanted: boolean): void {
  const sources = useMapSources();
  useEffect(() => {
    if (!isWanted || sources === undefined) return;
    const prepare = async () => {
      await Promise.all([loadEngine(sources), import('./DrivingMap.js')]);
      await addToMap(await tilesOver([bounds]));
    };
    // The guide works without a map.
    void prepare().catch(() => undefined);
  }, [bounds, isWanted, sources]);
}
