import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { heightAt, passesOf, type Profile } from './profile.js';
import type { MeasuredLine } from '@switchback/geo/measured-line';

/** A named place near the line. */
export interface ProfilePlace {
  label: string;
  location: LatLng;
  kind: 'interest' | 'stop';
}

/** A place on the profile. */
export interface ProfileMark {
  kind: 'pass' | ProfilePlace['kind'];
  /** Empty for a pass without a known name. */
  label: string;
  meters: number;
  height: number;
}

/** A place further from the road is not on it, nor the name of a pass. */
const NEAR_METERS = 500;

/** Returns the places and passes on a profile, in travel order. A place at a pass names it. */
export function marksOf(profile: Profile, line: MeasuredLine, places: readonly ProfilePlace[]): ProfileMark[] {
  const named = new Set<ProfilePlace>();
  const passes = passesOf(profile).map(([meters, height]): ProfileMark => {
    const place = nearestPlace(line.locationAt(meters), places);
    if (place !== undefined) named.add(place);
    return { kind: 'pass', label: place?.label ?? '', meters, height };
  });
  const rest = places.flatMap((place): ProfileMark[] => {
    const found = named.has(place) || place.label === '' ? null : line.nearest(place.location);
    if (found === null || found.awayMeters > NEAR_METERS) return [];
    const height = heightAt(profile, found.meters);
    return height === null ? [] : [{ kind: place.kind, label: place.label, meters: found.meters, height }];
  });
  return [...passes, ...rest].sort((a, b) => a.meters - b.meters);
}

function nearestPlace(location: LatLng | null, places: readonly ProfilePlace[]): ProfilePlace | undefined {
  if (location === null) return undefined;
  return places
    .map((place) => ({ place, away: distanceMeters(place.location, location) }))
    .filter(({ place, away }) => away <= NEAR_METERS && place.label !== '')
    .sort((a, b) => a.away - b.away)[0]?.place;
}
