import type { LatLng } from '@switchback/geo/location';
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import { usePlaceQuery } from '../../api/api.js';
import type { Origin } from '../../lib/drives/away-text.js';
import type { ExploreState } from './explore-state.js';

/** Returns the searched town, else the device; null if there is neither. The center of the map is nobody's place. */
export function useOrigin({ search }: Pick<ExploreState, 'search'>, device: LatLng | null): Origin | null {
  const isPlace = search?.type === 'place' || search?.type === 'geoname';
  const { currentData: place } = usePlaceQuery(isPlace ? search.value : skipToken);
  return useMemo(() => {
    const town = place?.city?.name;
    if (place !== undefined && town !== undefined) return { location: place.location, town };
    return device && { location: device, town: undefined };
  }, [place, device]);
}
