import { z } from 'zod';
import { routed } from './directions.js';
import { driveId } from './drives.js';
import { endpoint } from './endpoint.js';
import { token } from './search.js';

const meters = z.number().min(0).meta({ description: 'Meters.' });

const answer = z
  .object({
    directions: routed,
    moved: z.object({ max: meters, mean: meters }).meta({ description: 'Distance between the line and the roads.' }),
  })
  .meta({ id: 'SnappedAnswer' });
export type Snapped = z.infer<typeof answer>;

export const snapDrive = endpoint('snapDrive', 'POST /api/drives/drive/{id}/snap', {
  summary: 'Lay the stored line of a drive onto the nearest roads, as a preview; staff only',
  tag: 'Directions',
  access: 'member',
  params: driveId,
  body: z.object({ token }).default({}),
  answer,
  errors: ['driveNotFound', 'notAllowed', 'lineOffRoads'],
});
