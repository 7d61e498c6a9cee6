import { z } from 'zod';
import { location } from '../resources/geo.js';
import { STOP_KINDS, STOPS_MAX, STOPS_WITHIN } from '../rules/region.js';
import { driveId } from './drives.js';
import { endpoint } from './endpoint.js';
import { choicesValue, wholeNumberValue } from './query-values.js';
import { token } from './search.js';

const stop = z
  .object({
    id: z.string(),
    kind: z.enum(STOP_KINDS),
    name: z.string().nullable(),
    location,
    along: z.number().meta({ description: 'Meters along the line.' }),
    off: z.number().meta({ description: 'Meters from the line.' }),
    detourSeconds: z.number().nullable().meta({ description: 'Null if no router has measured it.' }),
    hours: z.string().nullable().meta({ description: 'Opening hours, as OpenStreetMap writes them.' }),
    sockets: z.array(z.string()).nullable().meta({ description: 'Those of a charger, each kind once.' }),
  })
  .meta({ id: 'Stop' });
export type Stop = z.infer<typeof stop>;

const query = z.object({
  kinds: choicesValue('Kinds of stops; all by default.', STOP_KINDS, ['fuel', 'view']),
  within: wholeNumberValue(
    `Seconds to a stop and back, at 13 m/s; ${STOPS_WITHIN.default} by default.`,
    { min: 1, max: STOPS_WITHIN.max },
    STOPS_WITHIN.default,
  ),
});
const answer = z
  .object({ stops: z.array(stop).max(STOPS_MAX).meta({ description: 'In the order of the line.' }) })
  .meta({ id: 'StopsAnswer' });

export const driveStops = endpoint('driveStops', 'GET /api/drives/drive/{id}/stops', {
  summary: 'List fuel, food, views and other stops along a drive',
  tag: 'Drives',
  params: driveId,
  query,
  answer,
  errors: ['driveNotFound', 'upgradeNeeded'],
});

export const driveStopsWithToken = endpoint('driveStopsWithToken', 'POST /api/drives/drive/{id}/stops', {
  summary: 'List stops along a drive, as visible to the caller',
  tag: 'Drives',
  params: driveId,
  query,
  body: z.object({ token }).default({}),
  answer,
  errors: ['driveNotFound', 'upgradeNeeded'],
});
