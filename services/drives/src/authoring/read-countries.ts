import type { CountryAndStates, Region } from '@switchback/contracts/resources/geo';
import type { AuthoringFault } from '@switchback/contracts/rules/authoring';
import type { Places } from '@switchback/platform/places/places';

/** Regions in a request; only the ids count. */
interface Named {
  country?: { id: number } | undefined;
  states: readonly { id: number }[];
}

export type NamedCountry = CountryAndStates & { hasStates: boolean };

/** Looks up regions by id. Returns our own names and ignores the given ones. */
export async function readCountries(named: readonly Named[], places: Pick<Places, 'countries' | 'states'>) {
  const faults: Record<string, AuthoringFault> = {};
  const refuse = (message: string) => (faults['countries'] ??= { title: 'Countries do not fit', message });
  const known = new Map((await places.countries()).map((country) => [country.id, country]));
  const countries: NamedCountry[] = [];
  for (const { country, states } of named) {
    const found = known.get(country?.id ?? 0);
    if (!found) {
      refuse('There is no such country.');
      continue;
    }
    if (countries.some(({ country: { id } }) => id === found.id)) refuse('Each country can be chosen once.');
    const ofCountry = new Map((await places.states(found.id)).map((state) => [state.id, state]));
    if (new Set(states.map(({ id }) => id)).size < states.length) refuse('Each state can be chosen once.');
    const chosen = states.map(({ id }) => ofCountry.get(id));
    if (chosen.some((state) => state === undefined)) refuse(`${found.name} has no such state.`);
    const existing = chosen.filter((state): state is Region => state !== undefined);
    countries.push({ country: found, states: existing, hasStates: ofCountry.size > 0 });
  }
  return { countries, faults };
}
