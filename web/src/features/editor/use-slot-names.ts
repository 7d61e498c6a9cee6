import type { LatLng } from '@switchback/geo/location';
import { pinned, usePointNames } from '../../lib/drafts/point-names.js';
import type { RouteAction } from './route-state.js';

/** Returns a function that names a point of the route, once the places service has answered. */
export function useSlotNames(act: (action: RouteAction) => void): (location: LatLng) => Promise<void> {
  const namesOf = usePointNames();
  return async (location) => {
    const names = await namesOf(location);
    if (names !== null) act({ type: 'named', from: pinned(location), ...names });
  };
}
