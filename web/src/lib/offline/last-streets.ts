import { readStored, writeStored } from '../../session/storage.js';
import type { Bounds } from '@switchback/geo/location';

/** Without a network, the settings of the installation cannot be read: its street tiles may be on the device. */
const KEY = 'switchback.streets';

interface Streets {
  url: string;
  bounds: Bounds;
}

export function rememberStreets(streets: Streets | null): void {
  writeStored(KEY, streets);
}

/** Returns the street tiles that this browser saw last; null if there were none. */
export function lastStreets(): Streets | null {
  const stored = readStored(KEY) as Partial<Streets> | null;
  const { url, bounds } = stored ?? {};
  if (typeof url !== 'string' || !url.startsWith('/')) return null;
  const degrees = bounds && [bounds.north, bounds.east, bounds.south, bounds.west];
  return degrees?.every((each) => typeof each === 'number') ? { url, bounds: bounds! } : null;
}
