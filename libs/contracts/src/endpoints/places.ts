import { z } from 'zod';
import { place, PLACE_KINDS, placeSuggestion, region } from '../resources/geo.js';
import { LIMITS } from '../rules/limits.js';
import { endpoint } from './endpoint.js';
import { choiceValue, wholeNumberValue } from './query-values.js';
import { hint, near } from './search.js';
import { text } from './text.js';

const items = z.object({ items: z.array(region) }).meta({ id: 'Regions' });
const numericId = (example: string) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, 'Must be a number.')
    .transform(Number)
    .meta({ param: { example } });
const countryId = numericId('233');

export const autocompletePlaces = endpoint('autocompletePlaces', 'GET /api/places/autocomplete', {
  summary: 'Suggest places',
  tag: 'Places',
  query: z.object({
    text: text(LIMITS.searchTextMax).meta({ param: { description: 'Search text.', example: 'ashev' } }),
    kind: choiceValue('Destinations or names of regions.', PLACE_KINDS, 'place'),
    limit: wholeNumberValue('Maximum number of results.', { min: 1, max: LIMITS.autocompleteMax }, 5),
    near,
  }),
  answer: z.object({ results: z.array(placeSuggestion), hint }).meta({ id: 'PlaceSuggestions' }),
});

export const placeDetails = endpoint('placeDetails', 'GET /api/places/place/{value}', {
  summary: 'Return the details of a suggested place, or of coordinates',
  tag: 'Places',
  params: z.object({
    value: text(128, 1).meta({
      param: { description: 'Value of a suggestion, or `point:{lat},{lng}`.', example: 'city:111522' },
    }),
  }),
  answer: z.object({ place }).meta({ id: 'PlaceAnswer' }),
  errors: ['placeNotFound'],
});

export const countries = endpoint('countries', 'GET /api/geo/countries', {
  summary: 'List countries by name, the United States first',
  tag: 'Places',
  answer: items,
});

export const states = endpoint('states', 'GET /api/geo/states/{countryId}', {
  summary: 'List the states of a country by name',
  tag: 'Places',
  params: z.object({ countryId }),
  answer: items,
});

export const cities = endpoint('cities', 'GET /api/geo/cities/{countryId}/{stateId}', {
  summary: 'List the cities of a state by name',
  tag: 'Places',
  params: z.object({ countryId, stateId: numericId('1447') }),
  answer: items,
});
