import { decodePolyline } from '@switchback/geo/polyline';
import { useEffect } from 'react';
import type { GuideCourse } from '../../lib/offline/guide-course.js';
import { addToMap, tilesOver } from '../../lib/offline/offline-map.js';
import { openMap, prepareMap } from '../../lib/offline/streets/offline-maps.js';
import { loadEngine } from '../../map/load-engine.js';
import { ownStreets } from '../../map/map-port.js';
import { useMapSources } from '../../map/MapCanvas.js';

/**
 * Loads the map's code and the tiles of the drive before the start: later there may be no network.
 * @param driverId null if the person may not start
 */
export function usePreparedMap(page: string, { title, path, bounds }: GuideCourse, driverId: string | null): void {
  const sources = useMapSources();
  useEffect(() => {
    if (driverId === null || sources === undefined) return;
    const prepare = async () => {
      await Promise.all([loadEngine(sources), import('./DrivingMap.js')]);
      await addToMap(await tilesOver([bounds]));
      await openMap(driverId, page);
      const archiveUrl = ownStreets(sources)?.url;
      const course = { userId: driverId, id: page, title, lines: [decodePolyline(path)] };
      if (archiveUrl !== undefined) await prepareMap(course, archiveUrl);
    };
    // The guide works without a map.
    void prepare().catch(() => undefined);
  }, [page, title, path, bounds, driverId, sources]);
}
