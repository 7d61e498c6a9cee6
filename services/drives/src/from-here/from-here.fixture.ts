import type { LatLng } from '@switchback/geo/location';
import { distanceMeters, METERS_PER_DEGREE } from '@switchback/geo/distance';
import type { Candidate } from './chain-search.js';
import type { Outing } from '@switchback/platform/wire/outing';

/** The place around which the drives of specs lie. */
export const HOME: LatLng = { lat: 45.5, lng: 7.3 };

/** Returns the place that lies so many kilometers east and north of another. */
export function placeAt(eastKm: number, northKm: number, { lat, lng }: LatLng = HOME): LatLng {
  const kmPerDegree = METERS_PER_DEGREE / 1_000;
  const east = lng + eastKm / kmPerDegree / Math.cos((lat * Math.PI) / 180);
  return { lat: lat + northKm / kmPerDegree, lng: ((east + 540) % 360) - 180 };
}

/** Returns a twisty drive between two places, at 50 km/h, its road half as long again as the straight line. */
export function candidate(id: string, start: LatLng, end: LatLng, more: Partial<Candidate> = {}): Candidate {
  const km = (distanceMeters(start, end) / 1_000) * 1.5;
  return {
    id,
    start,
    end,
    distance: km * 1_000,
    duration: (km / 50) * 3_600,
    degreesPerKm: 120,
    stretch: null,
    ...more,
  };
}

export function outing(minutes: number, more: Partial<Outing> = {}): Outing {
  return { home: HOME, seconds: minutes * 60, taste: 'twisty', loop: true, seed: 0, ...more };
}
