import { skipToken } from '@reduxjs/toolkit/query';
import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { useCallback } from 'react';
import { usePlaceQuery } from '../../../api/api.js';
import type { DriveCardData } from '../../../api/types.js';
import { useUnits } from '../../../lib/store/store.js';
import { fromMeters, numberText } from '../../../lib/text/units.js';
import { texts } from '../../../texts/en.js';
import type { ExploreState } from '../explore-state.js';

/** From this distance on, a fraction is noise: the road to the start is longer than the straight line. */
const WHOLE_UNITS_FROM = 10;

export type Away = (drive: Pick<DriveCardData, 'startLocation'>) => string | undefined;

/**
 * Returns the distance text of a drive's start: from the searched town, else from the device; undefined if neither is
 * known. The center of the map is nobody's place.
 */
export function useAway({ search }: Pick<ExploreState, 'search'>, device: LatLng | null): Away {
  const units = useUnits();
  const isPlace = search?.type === 'place' || search?.type === 'geoname';
  const { currentData: place } = usePlaceQuery(isPlace ? search.value : skipToken);
  const town = place?.city?.name;
  const origin = town === undefined ? device : (place?.location ?? null);
  return useCallback(
    ({ startLocation }) => {
      if (origin === null) return undefined;
      const value = fromMeters(distanceMeters(origin, startLocation), units);
      const distance = texts.units[units](numberText(value, value < WHOLE_UNITS_FROM ? 1 : 0));
      return town === undefined ? texts.card.away(distance) : texts.card.awayFrom(distance, town);
    },
    [origin, town, units],
  );
}
