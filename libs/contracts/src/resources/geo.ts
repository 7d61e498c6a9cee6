import { z } from 'zod';

export const location = z
  .object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })
  .meta({ id: 'Location', description: 'WGS84 degrees.', example: { lat: 35.595, lng: -82.551 } });
export type Location = z.infer<typeof location>;

export const bounds = z
  .object({
    north: z.number().min(-90).max(90),
    east: z.number().min(-180).max(180),
    south: z.number().min(-90).max(90),
    west: z.number().min(-180).max(180),
  })
  .meta({ id: 'Bounds', description: 'Degrees. A box whose west is greater than its east crosses the antimeridian.' });
export type Bounds = z.infer<typeof bounds>;

/** Id of a country, state or city in a request; a 32-bit integer in the services. */
export const regionId = z.number().int().min(1).max(2_147_483_647);

export const region = z
  .object({ id: z.number().int(), name: z.string() })
  .meta({ id: 'Region', description: 'A country, state or city.', example: { id: 233, name: 'United States' } });
export type Region = z.infer<typeof region>;

export const countryAndStates = z.object({ country: region, states: z.array(region) }).meta({ id: 'CountryAndStates' });
export type CountryAndStates = z.infer<typeof countryAndStates>;

export const searchResult = z
  .object({
    type: z.enum(['drive', 'place', 'geoname', 'text']),
    label: z.string(),
    value: z.string(),
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = z.infer<typeof searchResult>;

export const suggestion = searchResult
  .extend({
    relevance: z.number().meta({ description: 'Higher ranks first; drives and places share one scale.' }),
    exact: z.boolean().meta({ description: 'Whether the text matches its whole name.' }),
  })
  .meta({ id: 'Suggestion' });
/** Destinations, and names of regions. */
export const PLACE_KINDS = ['place', 'geoname'] as const;

export const driveSuggestion = suggestion
  .extend({
    type: z.literal('drive'),
    states: z.array(region).meta({ description: 'States or provinces that the drive passes through.' }),
    distance: z.number().meta({ description: 'In meters.' }),
    approximate: z.boolean().meta({ description: 'Its line is approximate, so the distance is an estimate.' }),
  })
  .meta({ id: 'DriveSuggestion' });
export const placeSuggestion = suggestion.extend({ type: z.enum(PLACE_KINDS) }).meta({ id: 'PlaceSuggestion' });
export type DriveSuggestion = z.infer<typeof driveSuggestion>;
export type PlaceSuggestion = z.infer<typeof placeSuggestion>;
export type Suggestion = DriveSuggestion | PlaceSuggestion;

export const place = z
  .object({
    label: z.string(),
    location,
    viewport: bounds,
    country: region.nullable(),
    state: region.nullable(),
    city: region.nullable(),
    town: z
      .object({ name: z.string(), location })
      .nullable()
      .meta({ description: 'For coordinates, the town that people name for them; else null.' }),
  })
  .meta({ id: 'Place' });
export type Place = z.infer<typeof place>;
