import type { Places } from '@switchback/platform/places/places';
import type { Region } from '@switchback/proto/users/v1/user';
import type { Profile } from './profile.entity.js';

export interface NamedRegions {
  country: Region | undefined;
  state: Region | undefined;
  city: Region | undefined;
}

/** Returns the regions of a profile with their current names; leaves out a region that the data no longer contains. */
export async function namedRegions(
  places: Pick<Places, 'countries' | 'states' | 'cities'>,
  { countryId, stateId, cityId }: Pick<Profile, 'countryId' | 'stateId' | 'cityId'>,
): Promise<NamedRegions> {
  const find = (regions: Region[], id: number | null) => regions.find((region) => region.id === id);
  if (countryId === null) return { country: undefined, state: undefined, city: undefined };
  const [countries, states, cities] = await Promise.all([
    places.countries(),
    stateId === null ? [] : places.states(countryId),
    cityId === null ? [] : places.cities(countryId, stateId ?? 0),
  ]);
  return { country: find(countries, countryId), state: find(states, stateId), city: find(cities, cityId) };
}
