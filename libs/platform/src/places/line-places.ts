import type { CountryAndStates } from '@switchback/contracts/resources/geo';
import { pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { partsOf } from '@switchback/geo/parts';
import type { Places } from './places.js';

const LABEL_DECIMALS = 4;

/** Returns the label for an unnamed waypoint: its town, else its coordinates. */
export function labelOf(location: LatLng, places: Pick<Places, 'address'>): string {
  const coordinates = `${location.lat.toFixed(LABEL_DECIMALS)}, ${location.lng.toFixed(LABEL_DECIMALS)}`;
  return places.address(location) || coordinates;
}

/** Returns the regions of all parts, in the order of travel. */
export function regionsOfLine(line: readonly LatLng[], places: Pick<Places, 'regionsAlong'>): CountryAndStates[] {
  const found = new Map<number, CountryAndStates>();
  for (const { country, states } of partsOf(line).flatMap((part) => places.regionsAlong(part))) {
    const known = found.get(country.id)?.states ?? [];
    const fresh = states.filter(({ id }) => !known.some((state) => state.id === id));
    found.set(country.id, { country, states: [...known, ...fresh] });
  }
  return [...found.values()];
}

/** Returns the share of all parts that runs through towns. */
export function settledShareOf(line: readonly LatLng[], places: Pick<Places, 'settledShare'>): number {
  const parts = partsOf(line).map((part) => ({ part, lengthMeters: pathLengthMeters(part) }));
  const lengthMeters = parts.reduce((sum, { lengthMeters }) => sum + lengthMeters, 0);
  const settled = parts.reduce((sum, { part, lengthMeters }) => sum + lengthMeters * places.settledShare(part), 0);
  return lengthMeters === 0 ? 0 : settled / lengthMeters;
}
