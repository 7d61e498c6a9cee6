import { z } from 'zod';
import { curviness, curvinessFine } from '../resources/drive.js';
import { bounds, region } from '../resources/geo.js';
import { ROADS_LIMIT } from '../rules/region.js';
import { routed } from './directions.js';
import { endpoint } from './endpoint.js';
import { boundsValue, geocodeValue, offUnlessTrue, wholeNumberValue } from './query-values.js';
import { text } from './text.js';

const road = z
  .object({
    id: z.string(),
    name: z.string().nullable(),
    ref: z.string().nullable().meta({ description: 'Number of the road, as the map says it.' }),
    distance: z.number().meta({ description: 'In meters.' }),
    curviness,
    curvinessFine: curvinessFine.meta({ description: 'Stretches inside residential areas count nothing.' }),
    hairpins: z.number().int(),
    surface: z.string().nullable().meta({ description: 'As OpenStreetMap says it; null if unknown.' }),
    unpaved: z.boolean(),
    states: z.array(region),
    bounds,
    path: z.string().meta({ description: 'Simplified; Google-encoded, precision 5.' }),
    driveId: z.string().nullable().meta({ description: 'The public drive that covers 60 % of it; null if none does.' }),
  })
  .meta({ id: 'Road' });
export type Road = z.infer<typeof road>;

export const roads = endpoint('roads', 'GET /api/roads', {
  summary: 'List the curviest roads of the region in a box or near a place',
  tag: 'Roads',
  query: z.object({
    bounds: boundsValue('Roads whose line crosses this box; this or `geocode` is needed.', '42.66,1.8,42.42,1.4'),
    geocode: geocodeValue('Roads near this place: lat,lng,proximity.', '42.5,1.52,20000'),
    limit: wholeNumberValue('Maximum number of roads; 100 by default.', { min: 1, max: ROADS_LIMIT.max }, 100),
    unpaved: offUnlessTrue('Unpaved roads, too.'),
  }),
  answer: z
    .object({
      roads: z.array(road).max(ROADS_LIMIT.max).meta({ description: 'The curviest first.' }),
      total: z.number().int().meta({ description: 'Number of roads there, listed or not.' }),
    })
    .meta({ id: 'RoadsAnswer' }),
});
export type RoadsAnswer = z.output<typeof roads.answer>;

export const roadDetails = endpoint('roadDetails', 'GET /api/roads/road/{id}', {
  summary: 'Return a road of the region with its whole line',
  tag: 'Roads',
  params: z.object({ id: text(32, 1) }),
  answer: z.object({ road, directions: routed }).meta({ id: 'RoadAnswer' }),
  errors: ['roadNotFound'],
});
