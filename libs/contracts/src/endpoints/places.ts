import { z } from 'zod';
import { place, region, searchResult } from '../resources/geo.js';
import { LIMITS } from '../rules/limits.js';
import { endpoint } from './endpoint.js';
import { choiceValue, numberValue } from './query-values.js';

const items = z.object({ items: z.array(region) }).meta({ id: 'Regions' });
const numericId = z
  .string()
  .regex(/^\d{1,9}$/, 'Must be a number.')
  .transform(Number)
  .meta({ examples: ['233'] });

export const PLACE_KINDS = ['place', 'geoname'] as const;

export const autocompletePlaces = endpoint('autocompletePlaces', {
  summary: 'Suggest places',
  tag: 'Places',
  query: z.object({
    text: z
      .string()
      .max(LIMITS.searchTextMax)
      .meta({ description: 'What was typed.', examples: ['ashev'] }),
    kind: choiceValue('Points to go to, or names of regions.', PLACE_KINDS, 'place'),
    limit: numberValue('How many.', { min: 1, max: LIMITS.autocompleteMax }, '5'),
  }),
  answer: z.object({ results: z.array(searchResult) }).meta({ id: 'PlaceSuggestions' }),
});

export const placeDetails = endpoint('placeDetails', {
  summary: 'Where a suggested place is',
  tag: 'Places',
  params: z.object({ value: z.string().min(1).max(128) }),
  answer: z.object({ place }).meta({ id: 'PlaceAnswer' }),
  errors: ['placeNotFound'],
});

export const countries = endpoint('countries', {
  summary: 'Countries by name, the United States first',
  tag: 'Places',
  answer: items,
});

export const states = endpoint('states', {
  summary: 'States of a country, by name',
  tag: 'Places',
  params: z.object({ countryId: numericId }),
  answer: items,
});

export const cities = endpoint('cities', {
  summary: 'Cities of a state, by name',
  tag: 'Places',
  params: z.object({ countryId: numericId, stateId: numericId }),
  answer: items,
});
