import { z } from 'zod';
import { PRIVACIES, PUBLICATION_STATUSES } from '../rules/drives.js';
import { maneuver, waypoint } from './drive.js';
import { location } from './geo.js';

const stretch = z
  .object({
    from: z.number().min(0).describe('Meters along the drive, in its own direction.'),
    to: z.number().describe('Meters, greater than `from`. Beyond the end of the drive, the stretch ends there.'),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'Must be greater than `from`.' })
  .meta({ id: 'Stretch' });

/** How much of a drive is driven, and in which direction. */
export const drivenPart = z
  .object({
    reversed: z.boolean().describe('From the end of the drive to its start.'),
    stretch: stretch.nullable().describe('Null for the whole length.'),
  })
  .meta({ id: 'DrivenPart' });

const item = z
  .object({
    driveId: z.string().nullable().describe('Null for a place.'),
    note: z.string(),
    day: z.number().int().nullable().describe('Day of the trip, from 1; null if it is not planned yet.'),
    place: waypoint.optional().describe('A place without a drive, as a hotel; absent for a drive.'),
    part: drivenPart.optional().describe('Absent for the whole drive in its own direction.'),
  })
  .meta({ id: 'CollectionItem' });

/** A list of drives; with `start` or `days` it is a trip. */
export const collection = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    privacy: z.enum(PRIVACIES),
    status: z
      .enum(PUBLICATION_STATUSES)
      .describe('Everyone sees an `approved` collection; until then a public one is read like a private one.'),
    changeRequest: z.string().nullable().describe('Changes that staff requested, for its owner and staff.'),
    owner: z.object({ id: z.string(), username: z.string() }).nullable(),
    items: z.array(item).describe('Without drives that the caller may not see.'),
    start: z.string().nullable().describe('First day of the trip, YYYY-MM-DD.'),
    days: z.number().int().nullable(),
    totals: z
      .object({
        distance: z.number().describe('Meters.'),
        duration: z.number().describe('Seconds.'),
        drives: z.number().int(),
        approximate: z
          .boolean()
          .describe('A drive among them has an approximate line, so the distance is an estimate.'),
        estimated: z.boolean().describe('A drive among them has an estimated duration.'),
      })
      .describe('Of the items listed.'),
    _rev: z.number().int(),
  })
  .meta({ id: 'Collection' });
export type Collection = z.infer<typeof collection>;

/** A collection in a list. The notes of many collections would make it megabytes long. */
export const listedCollection = collection
  .extend({
    items: z
      .array(item.pick({ day: true }).extend({ driveId: z.string() }).meta({ id: 'ListedItem' }))
      .describe('Without notes, without places, and without drives that the caller may not see.'),
  })
  .meta({ id: 'ListedCollection' });
export type ListedCollection = z.infer<typeof listedCollection>;
export type CollectionItem = Collection['items'][number];

/** The way from the end of one drive to the start of the next. */
export const way = z
  .object({
    from: z.number().int().describe('Index of the item where it begins; it leads to the next item.'),
    start: location,
    end: location,
    distance: z.number().describe('Meters.'),
    duration: z.number().describe('Seconds.'),
    path: z.string().describe('Google-encoded polyline, precision 5.'),
    approximate: z.boolean().describe('A straight line: no router knows the road.'),
    maneuvers: z.array(maneuver).nullish().describe('Null if no router knows them.'),
  })
  .meta({ id: 'Way' });
export type Way = z.infer<typeof way>;
