import { autocompletePlaces, cities, countries, placeDetails, states } from '@switchback/contracts/endpoints/places';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { present } from '@switchback/platform/wire/values';
import type { Clients } from '../gateway-parts.js';
import { toSuggestion } from '../mapping/suggestion.js';
import { type Route, route } from './route.js';

/** The lists of regions come with a release: an hour old is as good as new. */
const REGIONS = { keepSeconds: 3_600 };

export function placeRoutes({ search }: Clients): Route[] {
  return [
    route(autocompletePlaces, async ({ query, call }) => {
      const { text, kind = 'place', limit = LIMITS.autocompleteDefault } = query;
      const { results } = await search.autocompletePlaces({ text, kind, limit }, call);
      return { results: results.map(toSuggestion) };
    }),
    route(placeDetails, async ({ params, call }) => {
      const place = await search.getPlace({ value: params.value }, call);
      return {
        place: {
          label: place.label,
          location: present(place.location, 'location'),
          viewport: present(place.viewport, 'viewport'),
          country: place.country ?? null,
          state: place.state ?? null,
          city: place.city ?? null,
        },
      };
    }),
    route(countries, ({ call }) => search.getCountries({}, call), REGIONS),
    route(states, ({ params, call }) => search.getStates({ countryId: params.countryId }, call), REGIONS),
    route(cities, ({ params, call }) => search.getCities(params, call), REGIONS),
  ];
}
