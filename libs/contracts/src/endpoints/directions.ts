import { z } from 'zod';
import { directions, waypoint } from '../resources/drive.js';
import { countryAndStates, location } from '../resources/geo.js';
import { LIMITS } from '../rules/limits.js';
import { waypointInput } from './authoring.js';
import { endpoint } from './endpoint.js';
import { token } from './search.js';
import { text } from './text.js';

/** A turn of a route, if the router reports turns. */
const maneuver = z
  .object({
    instruction: z.string(),
    location,
    distance: z.number().meta({ description: 'Metres to the next.' }),
    duration: z.number().meta({ description: 'Seconds to the next.' }),
  })
  .meta({ id: 'Maneuver' });
export type Maneuver = z.infer<typeof maneuver>;

const routed = directions
  .extend({
    maneuvers: z.array(maneuver).optional(),
    countries: z.array(countryAndStates).optional().meta({ description: 'That the line leads through.' }),
    note: z.string().optional().meta({ description: 'What to tell the person, as that the line is approximate.' }),
  })
  .meta({ id: 'RoutedDirections' });
export type RoutedDirections = z.infer<typeof routed>;

/** A waypoint parsed from a URL or a file; it has no place if its name could not be resolved. */
const foundWaypoint = z
  .object({ label: z.string(), value: z.object({ location }).nullable() })
  .meta({ id: 'FoundWaypoint' });

export const routeDirections = endpoint('routeDirections', {
  summary: 'Drive from waypoint to waypoint; straight legs, marked so, where there is no router',
  tag: 'Directions',
  access: 'member',
  body: z.object({
    token,
    waypoints: z
      .array(waypointInput)
      .max(LIMITS.waypointsMax)
      .meta({
        example: [
          { label: 'Asheville', value: { location: { lat: 35.5951, lng: -82.5515 } } },
          { label: 'Brevard', value: { location: { lat: 35.2334, lng: -82.7343 } } },
        ],
      }),
  }),
  answer: z.object({ directions: routed }).meta({ id: 'RoutedAnswer' }),
  errors: ['upgradeNeeded'],
});

export const parseMapsUrl = endpoint('parseMapsUrl', {
  summary: 'The stops in the address of a maps page; nothing is fetched',
  tag: 'Directions',
  access: 'member',
  body: z.object({
    token,
    url: text(LIMITS.mapsUrlMax).meta({ example: 'https://www.google.com/maps/dir/Asheville/Brevard' }),
  }),
  answer: z
    .object({
      waypoints: z.array(foundWaypoint),
      note: z.string().optional().meta({ description: 'What to tell the person.' }),
    })
    .meta({ id: 'ParsedUrlAnswer' }),
  errors: ['upgradeNeeded', 'noDirectionsInUrl'],
});

export const readRouteFile = endpoint('readRouteFile', {
  summary: 'A drive out of a GPX, KML, KMZ, TCX, FIT or GeoJSON file, also zipped: its longest line, else its stops',
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
        .meta({ description: 'Which of `lines`; the longest.' }),
    })
    .default({}),
  file: {
    name: 'file',
    maxBytes: LIMITS.routeFileBytes,
    refusals: { type: 'routeFileNotAccepted', size: 'routeFileTooLarge' },
    types: [
      ...['application/gpx+xml', 'application/vnd.google-earth.kml+xml', 'application/geo+json'],
      ...['application/vnd.google-earth.kmz', 'application/vnd.garmin.tcx+xml', 'application/vnd.ant.fit'],
      ...['application/zip', 'application/gzip', 'application/x-zip-compressed', 'application/x-gzip'],
      ...['application/xml', 'text/xml', 'application/json', 'text/plain'],
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
            distance: z.number().meta({ description: 'Metres.' }),
            taken: z.boolean().meta({ description: 'Whether it is the one whose directions these are.' }),
          }),
        )
        .optional()
        .meta({ description: 'All lines of the file, where it holds several.' }),
    })
    .meta({ id: 'RouteFileAnswer' }),
  errors: ['upgradeNeeded', 'routeFileUnreadable', 'routeFileNotAccepted', 'routeFileTooLarge'],
});
