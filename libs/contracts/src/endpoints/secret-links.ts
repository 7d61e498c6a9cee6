import { z } from 'zod';
import { LIMITS } from '../rules/limits.js';
import { SECRET_LINK_DAYS } from '../rules/secret-links.js';
import { details, driveId, EXPORT_TYPES, exportFormat } from './drives.js';
import { endpoint } from './endpoint.js';
import { token } from './search.js';
import { text } from './text.js';

const tag = 'Sharing';
const secretLink = z
  .object({
    secret: z.string().meta({ description: '128 random bits, base64url.' }),
    expiresAt: z.string().nullable().meta({ description: 'ISO 8601, UTC; null for no end.' }),
  })
  .meta({ id: 'SecretLink' });
/** The secret is in the body because proxies may log URLs. */
export const secretText = text(LIMITS.linkSecretLength, 1).meta({ example: 'q83vEjRWeJCrze8SNFZ4kA' });
export const linkDays = z
  .literal([...SECRET_LINK_DAYS, null], { error: `A link holds for ${SECRET_LINK_DAYS.join(', ')} days.` })
  .meta({ description: 'Null for no end, which needs a Hero account.', example: 7 });
/** Null if there is no link. */
export const secretLinkAnswer = z.object({ link: secretLink.nullable() }).meta({ id: 'SecretLinkAnswer' });
export const newSecretLink = z.object({ link: secretLink }).meta({ id: 'NewSecretLink' });
const bySecret = z.object({ token, secret: secretText });
const asOwner = z.object({ token }).default({});

export const secretLinkCall = endpoint('secretLink', 'POST /api/drives/drive/{id}/secret-link', {
  summary:
    'Return the secret link that gives its holders access to a private drive of the caller; null if there is none',
  tag,
  access: 'member',
  params: driveId,
  body: asOwner,
  answer: secretLinkAnswer,
  errors: ['driveNotFound', 'notAllowed', 'upgradeNeeded'],
});

export const createSecretLink = endpoint('createSecretLink', 'PUT /api/drives/drive/{id}/secret-link', {
  summary: 'Create a secret link; revokes the previous one',
  tag,
  access: 'member',
  params: driveId,
  body: z.object({ token, days: linkDays }),
  answer: newSecretLink,
  status: 201,
  errors: ['driveNotFound', 'notAllowed', 'upgradeNeeded'],
});

export const revokeSecretLink = endpoint('revokeSecretLink', 'DELETE /api/drives/drive/{id}/secret-link', {
  summary: 'Revoke a secret link immediately',
  tag,
  access: 'member',
  params: driveId,
  body: asOwner,
  answer: z.object({}),
  errors: ['driveNotFound', 'notAllowed'],
});

export const secretDrive = endpoint('secretDrive', 'POST /api/drives/secret', {
  summary: 'Return the drive of a secret link, read-only',
  tag,
  body: bySecret,
  answer: details,
  errors: ['secretLinkEnded'],
});

export const secretDriveExport = endpoint('secretDriveExport', 'POST /api/drives/secret/export/{format}', {
  summary: 'Export the line of the drive of a secret link as a file',
  tag,
  params: z.object({ format: exportFormat }),
  body: bySecret,
  answer: z.string(),
  files: Object.values(EXPORT_TYPES),
  errors: ['secretLinkEnded'],
});
