import { Controller, Header, Inject } from '@nestjs/common';
import { autocompletePlaces, cities, countries, placeDetails, states } from '@switchback/contracts/endpoints/places';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { NO_SUGGESTIONS_HINT } from '@switchback/contracts/rules/suggestions';
import { present } from '@switchback/platform/wire/values';
import { Answers, type InputOf } from '../contract/answers.js';
import { CLIENTS, type Clients } from '../services/clients.js';
import { toPlaceSuggestion } from '../mapping/suggestion.js';

/** Region lists change only with a release, so an hour of caching is safe. */
const REGIONS = ['cache-control', 'public, max-age=3600'] as const;

@Controller()
export class PlacesController {
  constructor(@Inject(CLIENTS) private readonly clients: Clients) {}

  @Answers(autocompletePlaces)
  async autocomplete({ query, call }: InputOf<typeof autocompletePlaces>) {
    const { text, kind = 'place', limit = LIMITS.autocompleteDefault, near } = query;
    const { results } = await this.clients.search.autocompletePlaces({ text, kind, limit, near }, call);
    return results.length > 0
      ? { results: results.map(toPlaceSuggestion) }
      : { results: [], hint: NO_SUGGESTIONS_HINT.places };
  }

  @Answers(placeDetails)
  async details({ params: { value }, call }: InputOf<typeof placeDetails>) {
    const { town, ...place } = await this.clients.search.getPlace({ value }, call);
    return {
      place: {
        label: place.label,
        location: present(place.location, 'location'),
        viewport: present(place.viewport, 'viewport'),
        country: place.country ?? null,
        state: place.state ?? null,
        city: place.city ?? null,
        town: town ? { name: town.name, location: present(town.location, 'location') } : null,
      },
    };
  }

  @Answers(countries)
  @Header(...REGIONS)
  countries({ call }: InputOf<typeof countries>) {
    return this.clients.search.getCountries({}, call);
  }

  @Answers(states)
  @Header(...REGIONS)
  states({ params: { countryId }, call }: InputOf<typeof states>) {
    return this.clients.search.getStates({ countryId }, call);
  }

  @Answers(cities)
  @Header(...REGIONS)
  cities({ params, call }: InputOf<typeof cities>) {
    return this.clients.search.getCities(params, call);
  }
}
