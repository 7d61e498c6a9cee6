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
    expiresAt: z.string().meta({ description: 'ISO 8601, UTC.' }),
  })
  .meta({ id: 'SecretLink' });
/** The secret is in the body because proxies may log URLs. */
const bySecret = z.object({
  token,
  secret: text(LIMITS.linkSecretLength, 1).meta({ example: 'q83vEjRWeJCrze8SNFZ4kA' }),
});
const asOwner = z.object({ token }).default({});

export const secretLinkCall = endpoint('secretLink', {
  summary: 'The address at which anybody who has it sees a private drive of the caller; null where there is none',
  tag,
  access: 'member',
  params: driveId,
  body: asOwner,
  answer: z.object({ link: secretLink.nullable() }).meta({ id: 'SecretLinkAnswer' }),
  errors: ['driveNotFound', 'notAllowed', 'upgradeNeeded'],
});

export const createSecretLink = endpoint('createSecretLink', {
  summary: 'Make such an address; the one there was ends',
  tag,
  access: 'member',
  params: driveId,
  body: z.object({
    token,
    days: z
      .literal(SECRET_LINK_DAYS, { error: `A link holds for ${SECRET_LINK_DAYS.join(', ')} days.` })
      .meta({ example: 7 }),
  }),
  answer: z.object({ link: secretLink }).meta({ id: 'NewSecretLink' }),
  status: 201,
  errors: ['driveNotFound', 'notAllowed', 'upgradeNeeded'],
});

export const revokeSecretLink = endpoint('revokeSecretLink', {
  summary: 'End such an address at once',
  tag,
  access: 'member',
  params: driveId,
  body: asOwner,
  answer: z.object({}),
  errors: ['driveNotFound', 'notAllowed'],
});

export const secretDrive = endpoint('secretDrive', {
  summary: 'The drive behind such an address, to read',
  tag,
  body: bySecret,
  answer: details,
  errors: ['secretLinkEnded'],
});

export const secretDriveExport = endpoint('secretDriveExport', {
  summary: 'Its line as a file',
  tag,
  params: z.object({ format: exportFormat }),
  body: bySecret,
  answer: z.string(),
  files: Object.values(EXPORT_TYPES),
  errors: ['secretLinkEnded'],
});
