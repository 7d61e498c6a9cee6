import { z } from 'zod';
import { ELEVATION, NEAR, tag } from '../resources/drive.js';
import { location, regionId } from '../resources/geo.js';
import { CHANGE_REQUEST_FIELDS, type ChangeRequestField, isPhotoRequestKey } from '../rules/authoring.js';
import { WAY_TASTES } from '../rules/directions.js';
import { DIRECTIONS_SOURCES, PRIVACIES, TAG_SOURCES } from '../rules/drives.js';
import { LIMITS } from '../rules/limits.js';
import { endpoint } from './endpoint.js';
import { token } from './search.js';
import { text } from './text.js';

const driveId = z.object({ id: text(64, 1) });
const placeName = text(LIMITS.waypointLabelMax);

/** A waypoint as sent by a form. Waypoints without a place are dropped. */
export const waypointInput = z
  .object({
    label: placeName.nullish(),
    value: z
      .object({ location: location.nullish(), placeId: text(LIMITS.placeIdMax).nullish() })
      .nullish()
      .meta({ description: 'Location or place id.' }),
    near: z.boolean().nullish().meta({ description: NEAR }),
  })
  .meta({
    id: 'WaypointInput',
    example: { label: 'Asheville', value: { location: { lat: 35.5951, lng: -82.5515 } } },
  });
export type WaypointInput = z.input<typeof waypointInput>;

const maneuverInput = z.object({
  type: text(LIMITS.maneuverTypeMax),
  along: z.number().min(0).describe('Meters along the leg.'),
  road: text(LIMITS.maneuverTextMax).nullish(),
  exit: text(LIMITS.maneuverExitMax).nullish(),
  text: text(LIMITS.maneuverTextMax),
});
const legPoint = z.object({ label: placeName.nullish(), location });
/** The answer of `POST /api/directions`, or Google's own answer as converted by the web app. */
export const directionsInput = z
  .object({
    source: z.enum(DIRECTIONS_SOURCES),
    legs: z
      .array(
        z.object({
          start: legPoint,
          end: legPoint,
          distance: z.number().min(0).meta({ description: 'Ignored; the server measures the line.' }),
          duration: z.number().min(0).max(10_000_000).meta({ description: 'Seconds.' }),
          path: text(LIMITS.pathCharsMax, 1),
          elevation: text(LIMITS.pathCharsMax).nullish().describe(ELEVATION),
          taste: z.enum(WAY_TASTES).nullish(),
          maneuvers: z
            .array(maneuverInput)
            .max(LIMITS.maneuversMax)
            .nullish()
            .describe('Ascending, within the leg. Without them, the router is asked for those of the line.'),
        }),
      )
      .min(1)
      .max(LIMITS.legsMax),
  })
  .meta({
    id: 'DirectionsInput',
    example: {
      source: 'track',
      legs: [
        {
          start: { label: 'Asheville', location: { lat: 35.6, lng: -82.55 } },
          end: { label: 'Brevard', location: { lat: 35.23, lng: -82.73 } },
          distance: 45_000,
          duration: 2_400,
          path: '_mxxE~xtvN~xfAfib@',
        },
      ],
    },
  });
export type DirectionsInput = z.input<typeof directionsInput>;

const rating = z.number().min(0).max(LIMITS.ratingMax).nullish();
const chosenCountry = z.object({
  country: z.object({ id: regionId, name: text(200).nullish() }),
  states: z
    .array(z.object({ id: regionId, name: text(200).nullish() }))
    .max(LIMITS.driveStatesMax)
    .nullish(),
});

/** A tag as an author chooses it. Those of a drive as read are accepted, too: only the author's are stored. */
const chosenTag = tag
  .pick({ category: true, name: true })
  .extend({ source: z.enum(TAG_SOURCES).nullish().describe('Tags with the source `map` are ignored.') });

/** The author's input for a drive. The server measures everything that follows from the line. */
export const driveForm = z
  .object({
    title: text(LIMITS.driveTitleMax).nullish(),
    description: text(LIMITS.driveDescriptionMax).nullish(),
    privacy: z.enum(PRIVACIES),
    tags: z.array(chosenTag).max(LIMITS.driveTagsMax).nullish(),
    starRating: z.number().min(0).max(LIMITS.starsMax).nullish(),
    intensityRating: rating,
    roadQualityRating: rating,
    trafficRating: rating,
    countries: z.array(chosenCountry).max(LIMITS.driveCountriesMax).nullish(),
    waypoints: z.array(waypointInput).max(LIMITS.waypointsMax).nullish(),
    pointsOfInterest: z.array(waypointInput).max(LIMITS.pointsOfInterestMax).nullish(),
    directions: directionsInput.nullish(),
    _rev: z.number().int().min(0).max(2_147_483_647).nullish(),
  })
  .meta({
    id: 'DriveForm',
    description: 'The whole drive. `_rev` is the revision that the client loaded; without it, the last write wins.',
  });
export type DriveForm = z.input<typeof driveForm>;

const saved = z
  .object({ driveId: z.string(), title: z.string(), message: z.string() })
  .meta({ id: 'SavedDrive', description: 'The drive, and a message to show to the user.' });
export type SavedDrive = z.output<typeof saved>;

export const createDrive = endpoint('createDrive', 'PUT /api/drives/drive', {
  summary: 'Create a drive; a private drive is available immediately, a public one awaits review',
  tag: 'Authoring',
  access: 'member',
  bodyBytes: LIMITS.authoringBodyBytes,
  body: z.object({ token, details: driveForm }),
  answer: saved,
  status: 201,
  repeatable: true,
  errors: ['driveNotFound', 'upgradeNeeded', 'titleTaken', 'keyReused'],
});

/** A track as recorded. The server cuts its ends before it stores anything. */
export const recordForm = z
  .object({
    title: text(LIMITS.driveTitleMax, 1).meta({ example: 'Over the pass as driven' }),
    duration: z.number().min(0).max(10_000_000).meta({ description: 'Seconds in motion.', example: 2_400 }),
    path: text(LIMITS.pathCharsMax, 1).meta({
      description:
        'Encoded polyline from where the person set out to where they arrived; a repeated point ends a part before a gap.',
      example: '_mxxE~xtvN~xfAfib@',
    }),
  })
  .meta({ id: 'RecordForm' });
export type RecordForm = z.input<typeof recordForm>;

export const saveRecord = endpoint('saveRecord', 'PUT /api/drives/record', {
  summary:
    'Save a recorded track as a private drive, without its first and last stretch: those near the places where the person sets out and arrives',
  tag: 'Authoring',
  access: 'member',
  bodyBytes: LIMITS.authoringBodyBytes,
  body: z.object({ token, record: recordForm }),
  answer: saved,
  status: 201,
  repeatable: true,
  errors: ['driveNotFound', 'upgradeNeeded', 'recordTooShort', 'keyReused'],
});

export const updateDrive = endpoint('updateDrive', 'POST /api/drives/drive/{id}', {
  summary: 'Replace the content of a drive',
  tag: 'Authoring',
  access: 'member',
  params: driveId,
  bodyBytes: LIMITS.authoringBodyBytes,
  body: z.object({ token, details: driveForm }),
  answer: saved,
  errors: ['driveNotFound', 'upgradeNeeded', 'notAllowed', 'titleTaken', 'staleRevision', 'publishedDrive'],
});

export const deleteDrive = endpoint('deleteDrive', 'DELETE /api/drives/drive/{id}', {
  summary: 'Delete a drive',
  tag: 'Authoring',
  access: 'member',
  params: driveId,
  body: z.object({ token }).default({}),
  answer: z.object({}),
  errors: ['driveNotFound', 'notAllowed'],
});

export const validateTitle = endpoint('validateTitle', 'POST /api/drives/validate-title', {
  summary:
    'Check whether a title is valid and available; for a taken title, returns its drive if the caller may see it',
  tag: 'Authoring',
  access: 'member',
  body: z.object({
    token,
    title: text(1_000).meta({ example: 'Tail of the Dragon' }),
    driveId: text(64).nullish().meta({ description: 'The edited drive; its own title counts as available.' }),
  }),
  answer: z.object({ available: z.literal(true) }).meta({ id: 'TitleAnswer' }),
  errors: ['titleTaken'],
});

export const rev = z.number().int().min(0).max(2_147_483_647).nullish();

const requestText = text(LIMITS.changeRequestFieldMax).nullish();

/** Fields are trimmed; at least one must not be empty. */
export const changeRequest = z
  .object(
    Object.fromEntries(CHANGE_REQUEST_FIELDS.map((field) => [field, requestText])) as Record<
      ChangeRequestField,
      typeof requestText
    >,
  )
  .catchall(z.unknown())
  .superRefine((said, context) => {
    const keys = Object.keys(said).filter(isPhotoRequestKey);
    if (keys.length > LIMITS.photosPerDrive) context.addIssue('More photos than a drive has.');
    for (const key of keys.slice(0, LIMITS.photosPerDrive)) {
      const { error } = requestText.safeParse(said[key]);
      if (error) context.addIssue({ code: 'custom', path: [key], message: error.issues[0]?.message ?? '' });
    }
  })
  .meta({
    id: 'ChangeRequest',
    description: 'A text per field; the key for a photo is `photos.{photoId}`. Other keys are ignored.',
    example: { description: 'Please say where to stop for fuel.' },
  });
export type ChangeRequest = z.input<typeof changeRequest>;

export const approveDrive = endpoint('approveDrive', 'POST /api/drives/drive/{id}/approve-public', {
  summary: 'Publish a drive that awaits review; staff only',
  tag: 'Moderation',
  access: 'member',
  params: driveId,
  bodyBytes: LIMITS.authoringBodyBytes,
  body: z
    .object({
      token,
      _rev: rev,
      details: driveForm.nullish().meta({ description: 'The whole drive as corrected; saved with the approval.' }),
    })
    .default({}),
  answer: saved,
  errors: ['driveNotFound', 'notAllowed', 'titleTaken', 'alreadyDecided', 'staleRevision', 'claimedByOther'],
});

export const requestChanges = endpoint('requestChanges', 'POST /api/drives/drive/{id}/request-changes', {
  summary: 'Return a drive to its owner with change requests per field; staff only',
  tag: 'Moderation',
  access: 'member',
  params: driveId,
  body: z.object({ token, changeRequest, _rev: rev }),
  answer: saved,
  errors: ['driveNotFound', 'notAllowed', 'alreadyDecided', 'staleRevision', 'claimedByOther'],
});
