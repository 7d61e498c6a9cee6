import type { Place } from '@switchback/contracts/resources/geo';
import type { Units } from '@switchback/contracts/rules/units';
import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { useLazyPlaceQuery } from '../../api/place-endpoint.js';
import { octantOf } from '../text/compass.js';
import { useUnits } from '../store/store.js';
import { distanceText } from '../text/units.js';
import { editorRouteTexts } from '../../texts/editor-route.js';

const words = editorRouteTexts;
/** Farther than this, a point is not near its town. */
const NEAR_METERS = 10_000;

type Town = NonNullable<Place['town']>;

/** Returns a label for a place without a name: its coordinates. */
export function pinned({ lat, lng }: LatLng): string {
  return `${lat.toFixed(4)}, ${lng.toFixed(4)}`;
}

/** Returns the short name of a point, and the one with distance and direction, which tells two points apart. */
export function pointNames(point: LatLng, town: Town, units: Units): PointNames {
  const meters = distanceMeters(town.location, point);
  const exactLabel = words.awayFrom(
    distanceText(meters, units),
    words.directions[octantOf(town.location, point)]!,
    town.name,
  );
  return { label: meters > NEAR_METERS ? exactLabel : words.near(town.name), exactLabel };
}

export interface PointNames {
  label: string;
  exactLabel: string;
}

/** Returns a function that finds the names of a point; they are null if no town is known there. */
export function usePointNames(): (location: LatLng) => Promise<PointNames | null> {
  const units = useUnits();
  const [findPlace] = useLazyPlaceQuery();
  return async (location) => {
    const { data } = await findPlace(`point:${location.lat},${location.lng}`, true);
    return data?.town ? pointNames(location, data.town, units) : null;
  };
}
