import type { LatLng } from '@switchback/geo/location';

/** About a decimeter: finer is noise in a URL. */
const DEGREE_DECIMALS = 6;

/** Rounds degrees as URLs and calls hold them. */
export function degrees(value: number): number {
  return Number(value.toFixed(DEGREE_DECIMALS));
}

/** Returns a place as the API's calls take it. */
export function locationText({ lat, lng }: LatLng): string {
  return `${degrees(lat)},${degrees(lng)}`;
}
