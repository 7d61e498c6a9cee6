import type { LatLng } from '@switchback/geo/location';
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import { usePlaceQuery } from '../../api/api.js';
import type { ExploreState } from './explore-state.js';

/** The place that distances of drives are measured from. */
export interface Origin {
  location: LatLng;
  /** Name of the searched town; undefined for the device. */
  town: string | undefined;
}

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
