import { z } from 'zod';
import { curviness, directions, tag, waypoint } from '../resources/drive.js';
import { countryAndStates, location } from '../resources/geo.js';
import { WAY_TASTES } from '../rules/directions.js';
import { LIMITS } from '../rules/limits.js';
import { waypointInput } from './authoring.js';
import { endpoint } from './endpoint.js';
import { token } from './search.js';
import { text } from './text.js';

export const routed = directions
  .extend({
    countries: z
      .array(countryAndStates)
      .optional()
      .meta({ description: 'Countries and states that the line passes through.' }),
    tags: z.array(tag).optional().meta({ description: 'Tags derived from the line, to suggest to the author.' }),
    note: z
      .string()
      .optional()
      .meta({ description: 'Message to show to the user, such as that the line is approximate.' }),
  })
  .meta({ id: 'RoutedDirections' });
export type RoutedDirections = z.infer<typeof routed>;

/** A waypoint parsed from a URL or a file; it has no place if its name could not be resolved. */
const foundWaypoint = z
  .object({ label: z.string(), value: z.object({ location }).nullable() })
  .meta({ id: 'FoundWaypoint' });

const stops = z
  .array(waypointInput)
  .max(LIMITS.waypointsMax)
  .meta({
    example: [
      { label: 'Asheville', value: { location: { lat: 35.5951, lng: -82.5515 } } },
      { label: 'Brevard', value: { location: { lat: 35.2334, lng: -82.7343 } } },
    ],
  });

export const routeDirections = endpoint('routeDirections', 'POST /api/directions', {
  summary: 'Route between waypoints; falls back to straight legs, marked as such, if there is no router',
  tag: 'Directions',
  access: 'member',
  body: z.object({
    token,
    waypoints: stops,
    taste: z
      .enum(WAY_TASTES)
      .optional()
      .meta({ description: 'Kind of way for each leg; the next gentler one where there is none of it.' }),
  }),
  answer: z.object({ directions: routed }).meta({ id: 'RoutedAnswer' }),
  errors: ['upgradeNeeded'],
});

/** A way between waypoints, with what speaks for and against it. */
const wayChoice = z
  .object({
    taste: z.enum(WAY_TASTES).meta({ description: 'Each may take longer than the one before it, for more curves.' }),
    directions: routed,
    distance: z.number().meta({ description: 'Meters.' }),
    duration: z.number().meta({ description: 'Seconds.' }),
    curviness,
    motorwayShare: z.number().min(0).max(1).meta({ description: 'Part of the distance on motorways.' }),
    towns: z.array(z.string()).meta({ description: 'Names of the towns that it crosses, in order.' }),
  })
  .meta({ id: 'WayChoice' });
export type WayChoice = z.infer<typeof wayChoice>;

export const findChoices = endpoint('findChoices', 'POST /api/directions/choices', {
  summary:
    'Find the fastest way between waypoints and up to three curvier ones; one straight way if there is no router',
  tag: 'Directions',
  access: 'member',
  body: z.object({
    token,
    waypoints: stops,
    unpaved: z.boolean().default(false).meta({ description: 'Whether the curvier ways may take unpaved roads.' }),
  }),
  answer: z
    .object({ choices: z.array(wayChoice).min(1).max(WAY_TASTES.length).meta({ description: 'The fastest first.' }) })
    .meta({ id: 'WayChoicesAnswer' }),
  errors: ['upgradeNeeded'],
});

export const parseMapsUrl = endpoint('parseMapsUrl', 'POST /api/directions/parse-url', {
  summary: 'Parse the stops in a maps URL; fetches nothing',
  tag: 'Directions',
  access: 'member',
  body: z.object({
    token,
    url: text(LIMITS.mapsUrlMax).meta({ example: 'https://www.google.com/maps/dir/Asheville/Brevard' }),
  }),
  answer: z
    .object({
      waypoints: z.array(foundWaypoint),
      note: z.string().optional().meta({ description: 'Message to show to the user.' }),
    })
    .meta({ id: 'ParsedUrlAnswer' }),
  errors: ['upgradeNeeded', 'noDirectionsInUrl'],
});

export const readRouteFile = endpoint('readRouteFile', 'POST /api/directions/from-file', {
  summary:
    'Read a drive from a GPX, KML, KMZ, TCX, FIT, ITN or GeoJSON file, optionally zipped: its longest line, else its stops',
  tag: 'Directions',
  access: 'member',
  body: z
    .object({
      token,
      line: z.coerce
        .number()
        .int()
        .min(0)
        .max(1_000)
        .optional()
        .meta({ description: 'Index into `lines`; the longest line by default.' }),
    })
    .default({}),
  file: {
    name: 'file',
    maxBytes: LIMITS.routeFileBytes,
    refusals: { type: 'routeFileNotAccepted', size: 'routeFileTooLarge' },
    types: [
      'application/gpx+xml',
      'application/vnd.google-earth.kml+xml',
      'application/geo+json',
      'application/vnd.google-earth.kmz',
      'application/vnd.garmin.tcx+xml',
      'application/vnd.ant.fit',
      'application/zip',
      'application/gzip',
      'application/x-zip-compressed',
      'application/x-gzip',
      'application/xml',
      'text/xml',
      'application/json',
      'text/plain',
    ],
  },
  answer: z
    .object({
      waypoints: z.array(waypoint),
      directions: routed,
      title: z.string().optional(),
      description: z.string().optional(),
      pointsOfInterest: z.array(waypoint).optional().meta({ description: 'Named places near the line.' }),
      lines: z
        .array(
          z.object({
            title: z.string(),
            distance: z.number().meta({ description: 'Meters.' }),
            taken: z.boolean().meta({ description: 'Whether `directions` follow this line.' }),
          }),
        )
        .optional()
        .meta({ description: 'All lines of the file, if there are several.' }),
    })
    .meta({ id: 'RouteFileAnswer' }),
  errors: ['upgradeNeeded', 'routeFileUnreadable', 'routeFileNotAccepted', 'routeFileTooLarge'],
});
