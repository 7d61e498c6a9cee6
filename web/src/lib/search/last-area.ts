import type { LatLng } from '@switchback/geo/location';
import { readStored, writeStored } from '../../session/storage.js';

const KEY = 'switchback.area';

interface Area {
  location: LatLng;
  zoom: number;
}

/** Remembers where the explore page's map is, until the browser's tab is closed. */
export function rememberArea({ location, zoom }: Area): void {
  writeStored(KEY, { location, zoom }, 'session');
}

/** Returns the last position of the explore page's map; null if this tab has not shown one. */
export function lastArea(): Area | null {
  const { location, zoom } = (readStored(KEY, 'session') ?? {}) as Partial<Area>;
  return typeof location?.lat === 'number' && typeof location.lng === 'number' && typeof zoom === 'number'
    ? { location, zoom }
    : null;
}
