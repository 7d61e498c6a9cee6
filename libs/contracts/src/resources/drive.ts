import { z } from 'zod';
import { CURVINESS_BAND_NAMES } from '../rules/curviness.js';
import { WAY_TASTES } from '../rules/directions.js';
import {
  DIRECTIONS_SOURCES,
  DURATION_SOURCES,
  ELEVATION_SOURCES,
  PRIVACIES,
  PUBLICATION_STATUSES,
  TAG_CATEGORIES,
  TAG_SOURCES,
} from '../rules/drives.js';
import { LIMITS } from '../rules/limits.js';
import { REVIEW_AXES } from '../rules/reviews.js';
import { bounds, countryAndStates, location, region } from './geo.js';

export const tag = z
  .object({
    category: z.enum(TAG_CATEGORIES),
    name: z.string(),
    source: z.enum(TAG_SOURCES).describe('`map` tags are derived from the line and the text.'),
    meters: z.number().optional().describe('Length of the line for which a `map` tag holds.'),
  })
  .meta({ id: 'Tag' });
export type Tag = z.infer<typeof tag>;

export const photo = z
  .object({
    id: z.string(),
    small: z.string(),
    medium: z.string(),
    large: z.string().optional(),
    original: z.string(),
    description: z.string().optional(),
  })
  .meta({ id: 'Photo' });
export type Photo = z.infer<typeof photo>;

const rankedRegion = region.extend({ topRanked: z.boolean() });
export const rankings = z
  .object({
    world: z.boolean(),
    countries: z.array(z.object({ country: rankedRegion, states: z.array(rankedRegion) })),
  })
  .meta({ id: 'Rankings' });
export type Rankings = z.infer<typeof rankings>;

const rating = z.number().min(0).max(10).nullable();

export const curviness = z
  .object({
    band: z.enum(CURVINESS_BAND_NAMES),
    degreesPerKm: z.number().min(0).describe('Change of heading per kilometer, measured every 150 m.'),
  })
  .meta({ id: 'Curviness' });
export type Curviness = z.infer<typeof curviness>;

export const curvinessFine = z
  .object({
    value: z.number().describe('Length of the curved parts in meters, weighted by tightness.'),
    perKilometer: z.number(),
  })
  .meta({ id: 'CurvinessFine' });
export type CurvinessFine = z.infer<typeof curvinessFine>;

/** Heights along a drive. Distances along the line leave out the gaps between its parts. */
export const elevation = z
  .object({
    source: z.enum(ELEVATION_SOURCES),
    gain: z.number().min(0).describe('Meters of ascent, smoothed.'),
    loss: z.number().min(0).describe('Meters of descent, smoothed.'),
    highest: z.number().describe('Meters above sea level.'),
    steepest: z
      .object({
        from: z.number().describe('Meters along the line where it begins.'),
        percent: z.number().describe('Mean grade; negative downhill.'),
      })
      .nullable()
      .describe('The steepest kilometer; null for a drive shorter than a kilometer.'),
    profile: z
      .array(z.tuple([z.number(), z.number()]))
      .max(LIMITS.profilePointsMax)
      .describe('Meters along the line, and meters above sea level.'),
  })
  .meta({ id: 'Elevation' });
export type Elevation = z.infer<typeof elevation>;

/** Marks a field that the web app shows on cards, hover cards and the map: `npm run generated` lists them. */
const onCard = <Schema>(schema: Schema): Schema => schema;

/**
 * Stored and returned in this order: the id, the fields on cards, then those that only some lists show, so that what the
 * app requests is a prefix of what the index stores (ADR 3). The revision is last.
 */
export const driveSummary = z
  .object({
    id: z.string(),
    title: onCard(z.string()),
    distance: onCard(z.number().describe('Meters.')),
    duration: onCard(z.number().describe('Seconds.')),
    durationSource: onCard(z.enum(DURATION_SOURCES)),
    bounds: onCard(bounds),
    photos: onCard(z.array(photo)),
    tags: onCard(z.array(tag)),
    starRating: onCard(z.number().min(0).max(5).nullable()),
    curviness: onCard(curviness),
    gain: onCard(z.number().min(0).nullable().describe('Meters of ascent; null if its elevations are unknown.')),
    reviewCount: onCard(z.number().int()),
    starReviewCount: onCard(z.number().int().describe('Reviews that rate the stars; 0 while they are the author’s.')),
    startAddress: onCard(z.string()),
    endAddress: onCard(z.string()),
    startLocation: onCard(location),
    countries: onCard(z.array(countryAndStates)),
    statesOrProvinces: onCard(z.array(region)),
    official: onCard(z.boolean()),
    approximate: onCard(z.boolean().describe('The line leaves the road between its points; distance is an estimate.')),
    rankings: onCard(rankings),
    created: onCard(
      z.object({
        user: z.object({ id: z.string(), username: z.string() }).nullable(),
        at: z.string().describe('ISO 8601, UTC.'),
      }),
    ),
    privacy: onCard(z.enum(PRIVACIES)),
    status: onCard(z.enum(PUBLICATION_STATUSES)),
    overviewPath: z
      .string()
      .describe('Google-encoded polyline, precision 5, simplified; parts are separated as in `path`.'),
    description: z.string(),
    intensityRating: rating,
    roadQualityRating: rating,
    trafficRating: rating,
    endLocation: location,
    tier: z.string(),
    _rev: z.number().int(),
  })
  .meta({ id: 'DriveSummary' });
export type DriveSummary = z.infer<typeof driveSummary>;

export const waypoint = z.object({ label: z.string(), location }).meta({ id: 'Waypoint' });
export type Waypoint = z.infer<typeof waypoint>;

export const ELEVATION =
  'Elevations of the points of the path in decimeters, delta-encoded in the characters of encoded polylines; `!` for a ' +
  'point without an elevation. Absent if none is known.';

/** A place of a leg at which the road forks, begins or changes its name. */
export const maneuver = z
  .object({
    type: z.string().describe('Such as `turn left`, `roundabout`, `ferry`, `becomes`.'),
    along: z.number().describe('Meters along the leg.'),
    road: z.string().describe('The road after it; empty if it has no name.'),
    exit: z.string().nullable().describe('Number of the exit.'),
    text: z.string(),
  })
  .meta({ id: 'Maneuver' });
export type Maneuver = z.infer<typeof maneuver>;

export const directionLeg = z
  .object({
    start: waypoint,
    end: waypoint,
    distance: z.number().describe('Meters.'),
    duration: z.number().describe('Seconds.'),
    path: z.string().describe('Google-encoded polyline, precision 5.'),
    elevation: z.string().optional().describe(ELEVATION),
    taste: z.enum(WAY_TASTES).optional().describe('Kind of way that its author chose, if any.'),
    maneuvers: z.array(maneuver).nullish().describe('Null if no router knows the roads of the leg.'),
  })
  .meta({ id: 'DirectionLeg' });

export const directions = z
  .object({ source: z.enum(DIRECTIONS_SOURCES), legs: z.array(directionLeg) })
  .meta({ id: 'Directions', description: 'Legs in order. A drive created from a track has no turn list.' });
export type Directions = z.infer<typeof directions>;

export const NEAR = 'The drive passes within 500 m of it, without a stop there.';

/** A waypoint as stored in a drive; its location appears twice, in the format of forms and of legs. */
export const driveWaypoint = waypoint
  .extend({ value: z.object({ location }), near: z.literal(true).optional().meta({ description: NEAR }) })
  .meta({ id: 'DriveWaypoint' });
export type DriveWaypoint = z.infer<typeof driveWaypoint>;

export const driveDetails = driveSummary
  .extend({
    path: z
      .string()
      .describe(
        'The whole line as a Google-encoded polyline, precision 5. Every part but the last ends with its last point twice.',
      ),
    waypoints: z.array(driveWaypoint),
    pointsOfInterest: z.array(driveWaypoint),
    directions,
    directionsSummary: z.string(),
    curvinessFine: curvinessFine.nullable().describe('Null if the line is too coarse to show its bends.'),
    elevation: elevation.nullable().describe('Null if no source knows its elevations.'),
    authorRatings: z.array(z.enum(REVIEW_AXES)).describe('Ratings that are the author’s own: no review rates them.'),
    isPrivate: z.boolean(),
    reviews: z.array(z.string()).describe('Ids of the most useful reviews, at most 25; further ones by `bookmark`.'),
    privateShares: z
      .array(z.string())
      .optional()
      .describe('Ids of the users with whom a private drive is shared; for its owner and staff, even if empty.'),
    changeRequest: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'DriveDetails' });
export type DriveDetails = z.infer<typeof driveDetails>;

export const SUMMARY_FIELDS = Object.keys(driveSummary.shape) as (keyof DriveSummary)[];
export const DETAILS_FIELDS = Object.keys(driveDetails.shape) as (keyof DriveDetails)[];

/** The spec's names for fields that the API calls differently; `fields` accepts both. */
export const FIELD_SYNONYMS = { owner: 'created', reviews: 'reviewCount' } as const satisfies Record<
  string,
  keyof DriveSummary
>;
