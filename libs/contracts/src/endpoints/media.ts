import { z } from 'zod';
import { location } from '../resources/geo.js';
import { LIMITS } from '../rules/limits.js';
import { PHOTO_MESSAGES, PHOTO_TYPES } from '../rules/photos.js';
import { isWebUrl } from '../rules/web-url.js';
import { endpoint } from './endpoint.js';
import { token } from './search.js';
import { text } from './text.js';

const tag = 'Photos';
const ofDrive = z.object({ id: text(64, 1) });
const ofPhoto = z.object({ id: text(64, 1), photoId: text(64, 1) });

export const drivePhoto = z
  .object({
    id: z.string(),
    small: z.string().meta({ description: 'URL on this site; it expires unless the photo is public.' }),
    medium: z.string(),
    large: z.string(),
    original: z.string(),
    likes: z.array(z.string()).meta({ description: 'Ids of users who like the photo.' }),
    pending: z.boolean().meta({ description: 'Awaits review; visible only to its uploader and staff.' }),
    addedBy: z.string().nullable().meta({ description: 'Null once the account is deleted.' }),
    addedDate: z.string().meta({ description: 'ISO 8601, UTC.' }),
    credit: z.object({
      userId: z.string().nullable(),
      name: z.string(),
      externalUrl: z.string(),
      description: z.string(),
    }),
    description: z.string(),
    primary: z.boolean(),
    color: z.string().meta({ description: 'Dominant color, a placeholder while the photo loads.' }),
    width: z.number().int(),
    height: z.number().int(),
    location: location.nullable().meta({ description: 'Location of the shot, if the uploader chose to show it.' }),
  })
  .meta({ id: 'DrivePhoto' });
export type DrivePhoto = z.infer<typeof drivePhoto>;

const answer = z.object({ photos: z.array(drivePhoto) }).meta({ id: 'DrivePhotos' });

const credit = z.object({
  userId: text(64).nullish(),
  uploadedBy: text(64).nullish(),
  name: text(LIMITS.creditNameMax).nullish(),
  externalUrl: text(LIMITS.creditUrlMax)
    .refine((url) => url === '' || isWebUrl(url), { error: PHOTO_MESSAGES.notUrl })
    .meta({ description: 'Empty, or an http or https URL with a host name; no user, password or control characters.' })
    .nullish(),
  description: text(LIMITS.creditDescriptionMax).nullish(),
});

const photoInfo = z.object({
  key: text(200).optional().meta({ description: 'File name of a new photo.' }),
  id: text(64, 1).optional().meta({ description: 'Id of an existing photo.' }),
  credit: credit.nullish(),
  description: text(LIMITS.photoDescriptionMax, 0, PHOTO_MESSAGES.descriptionTooLong).nullish(),
  showPlace: z
    .boolean()
    .nullish()
    .meta({ description: 'For a new photo: read its location before the metadata is stripped, and show it.' }),
});
export type PhotoInfo = z.output<typeof photoInfo>;

export const drivePhotos = endpoint('drivePhotos', 'GET /api/drives/drive/{id}/photos', {
  summary: 'List the photos of a drive that the caller may see, the primary one first',
  tag,
  params: ofDrive,
  answer,
  errors: ['driveNotFound', 'upgradeNeeded'],
});

export const savePhotos = endpoint('savePhotos', 'POST /api/drives/drive/{id}/photos/photo', {
  summary: 'Add photos to a drive, or replace its whole list',
  tag,
  access: 'member',
  params: ofDrive,
  body: z
    .object({
      token,
      'photosInfo[]': z
        .array(z.union([photoInfo, z.literal('null')]))
        .max(LIMITS.photosPerDrive + LIMITS.photosPerCall)
        .optional()
        .meta({
          description:
            'In display order: new files by `key`, existing photos by their record. If it contains an existing photo, or only the text `null`, it replaces the whole list.',
        }),
    })
    .default({}),
  file: {
    name: 'photos[]',
    maxBytes: LIMITS.photoBytes,
    types: PHOTO_TYPES,
    filesMax: LIMITS.photosPerCall,
    refusals: { type: 'photoNotAccepted', size: 'photoTooLarge' },
  },
  repeatable: true,
  answer,
  errors: [
    'driveNotFound',
    'photoNotFound',
    'notAllowed',
    'upgradeNeeded',
    'photoNotAccepted',
    'photoTooLarge',
    'tooManyPhotos',
    'keyReused',
  ],
});

export const deletePhoto = endpoint('deletePhoto', 'DELETE /api/drives/drive/{id}/photos/photo/{photoId}', {
  summary: 'Delete a photo',
  tag,
  access: 'member',
  params: ofPhoto,
  body: z.object({ token }).default({}),
  answer,
  errors: ['driveNotFound', 'photoNotFound', 'notAllowed', 'upgradeNeeded'],
});

export const likePhoto = endpoint('likePhoto', 'POST /api/drives/drive/{id}/photos/photo/{photoId}/like', {
  summary: 'Like or unlike a photo',
  tag,
  access: 'member',
  params: ofPhoto,
  body: z.object({ token, like: z.boolean().meta({ example: true }) }),
  answer,
  errors: ['driveNotFound', 'photoNotFound', 'upgradeNeeded'],
});

const decided = {
  tag,
  access: 'member' as const,
  params: ofPhoto,
  body: z.object({ token }).default({}),
  answer,
  errors: [
    'driveNotFound',
    'photoNotFound',
    'notAllowed',
    'alreadyDecided',
    'staleRevision',
    'claimedByOther',
  ] as const,
};

export const approvePhoto = endpoint('approvePhoto', 'POST /api/drives/drive/{id}/photos/photo/{photoId}/approve', {
  summary: 'Publish a photo; staff only',
  ...decided,
});

export const disapprovePhoto = endpoint(
  'disapprovePhoto',
  'POST /api/drives/drive/{id}/photos/photo/{photoId}/disapprove',
  {
    summary: 'Reject and delete a photo; staff only',
    ...decided,
  },
);

export const convertPhoto = endpoint('convertPhoto', 'POST /api/blob/convert', {
  summary: 'Convert a photo to JPEG, for browsers that cannot display its format; stores nothing',
  tag,
  access: 'member',
  body: z.object({ token }).default({}),
  file: {
    name: 'photos[]',
    isPreview: true,
    maxBytes: LIMITS.photoBytes,
    types: PHOTO_TYPES,
    refusals: { type: 'photoNotAccepted', size: 'photoTooLarge' },
  },
  answer: z.string(),
  files: ['image/jpeg'],
  errors: ['photoNotAccepted', 'photoTooLarge'],
});
