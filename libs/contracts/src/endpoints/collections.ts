import { z } from 'zod';
import { collection as collectionAnswer, drivenPart, listedCollection, way } from '../resources/collection.js';
import { location } from '../resources/geo.js';
import { PRIVACIES } from '../rules/drives.js';
import { LIMITS } from '../rules/limits.js';
import { ownParams } from './auth.js';
import { rev } from './authoring.js';
import { EXPORT_TYPES } from './drives.js';
import { endpoint } from './endpoint.js';
import { bookmarkValue, wholeNumberValue } from './query-values.js';
import { token } from './search.js';
import { linkDays, newSecretLink, secretLinkAnswer, secretText } from './secret-links.js';
import { text } from './text.js';

const tag = 'Collections';
const collectionId = z.object({ id: text(64, 1) });
const withToken = z.object({ token }).default({});
const bySecret = z.object({ token, secret: secretText });
const answer = z.object({ collection: collectionAnswer }).meta({ id: 'CollectionAnswer' });
const collections = z
  .object({
    collections: z.array(listedCollection),
    bookmark: z.string().nullable().describe('Null on the last page.'),
  })
  .meta({ id: 'CollectionsAnswer' });
const page = z.object({ bookmark: bookmarkValue('page') });
const ways = z.object({ ways: z.array(way) }).meta({ id: 'WaysAnswer' });
const notFound = ['collectionNotFound', 'upgradeNeeded'] as const;

const dayNumber = z.number().int().min(1).max(LIMITS.tripDaysMax);

const example = { name: 'Blue Ridge weekend', items: [{ driveId: 'd1', note: 'Fuel in Cherokee.' }] };

/** A collection as sent by a client. Omitted fields stay unchanged, or get their defaults in a new one. */
export const collectionForm = z
  .object({
    name: text(LIMITS.collectionNameMax, 1),
    description: text(LIMITS.collectionDescriptionMax),
    privacy: z
      .enum(PRIVACIES)
      .describe('`public` asks staff to publish it; staff publish at once. Needs a Hero account.'),
    items: z
      .array(
        z
          .object({
            driveId: text(64, 1).nullish(),
            place: z
              .object({ label: text(LIMITS.waypointLabelMax, 1), location })
              .nullish()
              .describe('In place of a drive.'),
            note: text(LIMITS.collectionNoteMax).nullish(),
            day: dayNumber.nullish(),
            part: drivenPart.nullish(),
          })
          .refine(({ driveId, place }) => (driveId == null) !== (place == null), {
            path: ['driveId'],
            error: 'An item is a drive or a place.',
          }),
      )
      .max(LIMITS.collectionStoredItemsMax, { error: `A collection has ${LIMITS.collectionItemsMax} drives at most.` }),
    start: z.iso
      .date({ error: 'Must be a date, YYYY-MM-DD.' })
      .nullable()
      .meta({ description: 'First day of the trip; null for none.' }),
    days: dayNumber.nullable().meta({ description: 'Number of days of the trip; null for none.' }),
    _rev: rev,
  })
  .partial()
  .meta({
    id: 'CollectionForm',
    description: '`start` and `days` make it a trip, which needs a Hero account. Without `_rev`, the last write wins.',
    example,
  });
const newCollectionForm = collectionForm.required({ name: true }).meta({ id: 'NewCollectionForm', example });
export type CollectionForm = z.input<typeof collectionForm>;

export const userCollections = endpoint('userCollections', 'GET /api/users/user/{id}/collections', {
  summary:
    'List collections: all of the caller’s own, and those shared with them, 100 per page; of another user, the public ones',
  tag,
  params: ownParams,
  query: page,
  answer: collections,
  errors: ['invalidBookmark'],
});

export type CollectionList = z.output<typeof collections>;

export const publishedCollections = endpoint('publishedCollections', 'GET /api/collections/published', {
  summary: 'List public collections, 50 per page, the newest first',
  tag,
  query: page,
  answer: collections,
  errors: ['invalidBookmark'],
});

export const createCollection = endpoint('createCollection', 'PUT /api/collections/collection', {
  summary: 'Create a collection or a trip',
  tag,
  access: 'member',
  body: z.object({ token, collection: newCollectionForm }),
  answer,
  status: 201,
  repeatable: true,
  errors: ['upgradeNeeded', 'notAllowed', 'keyReused'],
});

export const collectionCall = endpoint('collection', 'GET /api/collections/collection/{id}', {
  summary: 'Return a collection',
  tag,
  params: collectionId,
  answer,
  errors: notFound,
});

export const updateCollection = endpoint('updateCollection', 'POST /api/collections/collection/{id}', {
  summary: 'Change a collection',
  tag,
  access: 'member',
  params: collectionId,
  body: z.object({ token, collection: collectionForm }),
  answer,
  errors: ['collectionNotFound', 'upgradeNeeded', 'notAllowed', 'staleRevision'],
});

export const deleteCollection = endpoint('deleteCollection', 'DELETE /api/collections/collection/{id}', {
  summary: 'Delete a collection; its drives stay',
  tag,
  access: 'member',
  params: collectionId,
  body: withToken,
  answer: z.object({}),
  errors: ['collectionNotFound', 'notAllowed'],
});

export const collectionWays = endpoint('collectionWays', 'GET /api/collections/collection/{id}/ways', {
  summary: 'Return the ways between the drives of a trip',
  tag,
  params: collectionId,
  answer: ways,
  errors: notFound,
});

export const shareCollection = endpoint('shareCollection', 'POST /api/collections/collection/{id}/shared', {
  summary: 'Return the users with whom the caller shares a collection; with `users`, replaces the whole list first',
  tag,
  access: 'member',
  params: collectionId,
  body: z
    .object({
      token,
      users: z
        .array(text(64, 1))
        .max(LIMITS.sharesMax, { error: `A collection is shared with ${LIMITS.sharesMax} people at most.` })
        .nullish()
        .meta({ description: 'Ids of Hero accounts.', example: null }),
    })
    .default({}),
  answer: z.object({ shared: z.array(z.string()) }).meta({ id: 'CollectionSharedWith' }),
  errors: ['collectionNotFound', 'notAllowed', 'upgradeNeeded'],
});

export const collectionLink = endpoint('collectionLink', 'POST /api/collections/collection/{id}/secret-link', {
  summary: 'Return the secret link that shows a collection of the caller to its holders; null if there is none',
  tag,
  access: 'member',
  params: collectionId,
  body: withToken,
  answer: secretLinkAnswer,
  errors: ['collectionNotFound', 'notAllowed', 'upgradeNeeded'],
});

export const createCollectionLink = endpoint(
  'createCollectionLink',
  'PUT /api/collections/collection/{id}/secret-link',
  {
    summary: 'Create a secret link; revokes the previous one',
    tag,
    access: 'member',
    params: collectionId,
    body: z.object({ token, days: linkDays }),
    answer: newSecretLink,
    status: 201,
    errors: ['collectionNotFound', 'notAllowed', 'upgradeNeeded'],
  },
);

export const revokeCollectionLink = endpoint(
  'revokeCollectionLink',
  'DELETE /api/collections/collection/{id}/secret-link',
  {
    summary: 'Revoke a secret link immediately',
    tag,
    access: 'member',
    params: collectionId,
    body: withToken,
    answer: z.object({}),
    errors: ['collectionNotFound', 'notAllowed'],
  },
);

export const secretCollection = endpoint('secretCollection', 'POST /api/collections/secret', {
  summary: 'Return the collection of a secret link, with the drives that the caller may see',
  tag,
  body: bySecret,
  answer,
  errors: ['secretLinkEnded'],
});

export const secretCollectionWays = endpoint('secretCollectionWays', 'POST /api/collections/secret/ways', {
  summary: 'Return the ways between the drives of a trip, by its secret link',
  tag,
  body: bySecret,
  answer: ways,
  errors: ['secretLinkEnded'],
});

/** Formats a collection can be downloaded in, and their media types. */
export const COLLECTION_EXPORT_TYPES = { ...EXPORT_TYPES, ics: 'text/calendar' } as const;
export type CollectionExportFormat = keyof typeof COLLECTION_EXPORT_TYPES;

const collectionFormat = z.enum(['gpx', 'kml', 'ics']).meta({ examples: ['gpx'] });

export const collectionExport = endpoint('collectionExport', 'GET /api/collections/collection/{id}/{format}', {
  summary: 'Export the lines of a collection, or of one day of a trip; as `ics`, the days as a calendar',
  tag,
  params: collectionId.extend({ format: collectionFormat }),
  query: z.object({
    day: wholeNumberValue('Only this day of the trip.', { min: 1, max: LIMITS.tripDaysMax }, 1),
  }),
  answer: z.string(),
  files: Object.values(COLLECTION_EXPORT_TYPES),
  errors: notFound,
});

export const secretCollectionExport = endpoint(
  'secretCollectionExport',
  'POST /api/collections/secret/export/{format}',
  {
    summary: 'Export the lines of a collection by its secret link',
    tag,
    params: z.object({ format: collectionFormat }),
    body: bySecret.extend({ day: dayNumber.nullish() }),
    answer: z.string(),
    files: Object.values(COLLECTION_EXPORT_TYPES),
    errors: ['secretLinkEnded'],
  },
);
