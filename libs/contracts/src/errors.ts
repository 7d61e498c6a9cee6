import { BILLING_ERRORS } from './billing-errors.js';
import { MAP_ERRORS } from './map-errors.js';

/** Error body of the API: every error response has this shape. */
export interface ApiError {
  title: string;
  message: string;
  code: ErrorCode;
  /** The HTTP status. */
  type: number;
  fields?: Record<string, { title: string; message: string; code: ErrorCode; type: number }>;
  additional: Record<string, unknown>;
  requestId: string;
}

/** Codes are stable, and each has one use. `docs/errors.md` is generated from this table. */
export const ERRORS = {
  internal: { code: 'ERROR-00001', type: 500, title: 'Something went wrong', message: 'Please try again in a moment.' },
  invalidInput: {
    code: 'ERROR-00002',
    type: 400,
    title: 'Invalid input',
    message: 'Please correct the indicated fields and try again.',
  },
  malformedBody: { code: 'ERROR-00003', type: 400, title: 'Malformed body', message: 'The body is not valid JSON.' },
  bodyTooLarge: { code: 'ERROR-00004', type: 413, title: 'Body too large', message: 'Please send less at once.' },
  unsupportedType: {
    code: 'ERROR-00005',
    type: 415,
    title: 'Unsupported content type',
    message: 'Please send application/json.',
  },
  unknownRoute: { code: 'ERROR-00006', type: 404, title: 'Not found', message: 'There is nothing at this address.' },
  methodNotAllowed: {
    code: 'ERROR-00007',
    type: 405,
    title: 'Method not allowed',
    message: 'This address does not support that method.',
  },
  invalidSession: { code: 'ERROR-00008', type: 401, title: 'Session has ended', message: 'Please log in again.' },
  tooManyRequests: {
    code: 'ERROR-00009',
    type: 429,
    title: 'Too many requests',
    message: 'Please wait a moment and try again.',
  },
  unavailable: {
    code: 'ERROR-00010',
    type: 503,
    title: 'Temporarily unavailable',
    message: 'Part of the service is down. Please try again shortly.',
  },
  timeout: {
    code: 'ERROR-00011',
    type: 503,
    title: 'That took too long',
    message: 'The service did not answer in time. Please try again shortly.',
  },
  usernameTaken: {
    code: 'ERROR-00012',
    type: 409,
    title: 'Username is taken',
    message: 'Please choose another username.',
  },
  invalidBookmark: {
    code: 'ERROR-00013',
    type: 400,
    title: 'Invalid bookmark',
    message: 'Please start the search again.',
  },
  headersTooLarge: {
    code: 'ERROR-00014',
    type: 431,
    title: 'Headers too large',
    message: 'Please send smaller headers.',
  },
  uriTooLong: { code: 'ERROR-00015', type: 414, title: 'Address too long', message: 'Please send a shorter address.' },
  requestTimeout: {
    code: 'ERROR-00016',
    type: 408,
    title: 'Request took too long',
    message: 'The request did not arrive in time. Please try again.',
  },
  malformedRequest: {
    code: 'ERROR-00017',
    type: 400,
    title: 'Malformed request',
    message: 'The request cannot be read.',
  },
  driveNotFound: {
    code: 'ERROR-00020',
    type: 404,
    title: 'Drive could not be found',
    message: 'Oh, no! The drive you requested does not exist.',
  },
  linkNotValid: {
    code: 'ERROR-00022',
    type: 403,
    title: 'Link is not valid',
    message: 'The link to this file has expired or was changed. Please go back and open it again.',
  },
  rangeNotSatisfiable: {
    code: 'ERROR-00023',
    type: 416,
    title: 'Range not satisfiable',
    message: 'The file ends before that range.',
  },
  wrongCredentials: {
    code: 'ERROR-00024',
    type: 401,
    title: 'Email or password is wrong',
    message: 'Please check both and try again.',
  },
  notConfirmed: {
    code: 'ERROR-00025',
    type: 403,
    title: 'Account is not confirmed yet',
    message: 'Please open the link in the email we sent you.',
  },
  linkExpired: {
    code: 'ERROR-00026',
    type: 400,
    title: 'Link is not valid',
    message: 'The link is wrong or has expired. Please request a new one.',
  },
  linkUsed: {
    code: 'ERROR-00027',
    type: 410,
    title: 'Link has expired',
    message: 'The link has expired or was already used. Please request a new one.',
  },
  upgradeNeeded: {
    code: 'ERROR-00028',
    type: 403,
    title: 'Upgrade needed',
    message: 'This feature is available when you upgrade your account.',
  },
  alreadyConfirmed: {
    code: 'ERROR-00029',
    type: 409,
    title: 'Account is confirmed',
    message: 'This account is already confirmed. Please log in.',
  },
  notAllowed: {
    code: 'ERROR-00030',
    type: 403,
    title: 'Not allowed',
    message: 'Your account does not allow this.',
  },
  userNotFound: {
    code: 'ERROR-00031',
    type: 404,
    title: 'Profile not found',
    message: 'This profile does not exist.',
  },
  wrongPassword: {
    code: 'ERROR-00032',
    type: 400,
    title: 'Password is wrong',
    message: 'Please enter your current password.',
  },
  formatNotAccepted: {
    code: 'ERROR-00033',
    type: 415,
    title: 'Format not accepted',
    message: 'Please choose a JPEG, PNG or TIFF picture.',
  },
  pictureTooLarge: {
    code: 'ERROR-00034',
    type: 413,
    title: 'Picture too large',
    message: 'Please choose a smaller picture.',
  },
  listFull: {
    code: 'ERROR-00035',
    type: 409,
    title: 'List is full',
    message: 'Please remove a drive from this list first.',
  },
  oneTimeCodeNeeded: {
    code: 'ERROR-00036',
    type: 401,
    title: 'Code needed',
    message: 'Please enter the code from your authenticator app.',
  },
  wrongOneTimeCode: {
    code: 'ERROR-00037',
    type: 400,
    title: 'Code is wrong',
    message: 'Please enter the current code from your authenticator app. Each code works once.',
  },
  oneTimeCodesOn: {
    code: 'ERROR-00038',
    type: 409,
    title: 'Two-step login is on',
    message: 'Please turn it off before you set it up again.',
  },
  notOffered: {
    code: 'ERROR-00039',
    type: 404,
    title: 'Not available here',
    message: 'You cannot log in this way here.',
  },
  signInExpired: {
    code: 'ERROR-00040',
    type: 400,
    title: 'Login has expired',
    message: 'It took too long, was already used, or was started in another browser. Please start again.',
  },
  emailNotVerified: {
    code: 'ERROR-00041',
    type: 403,
    title: 'Email is not confirmed',
    message: 'The provider has not confirmed your email address. Please log in with a password.',
  },
  providerRefused: {
    code: 'ERROR-00042',
    type: 400,
    title: 'Login failed',
    message: 'The provider did not confirm your identity. Please start again.',
  },
  providerUnavailable: {
    code: 'ERROR-00043',
    type: 503,
    title: 'Provider cannot be reached',
    message: 'Please try again shortly, or log in with a password.',
  },
  passwordNeeded: {
    code: 'ERROR-00044',
    type: 409,
    title: 'Password needed',
    message: 'This is your only way to log in. Please set a password first.',
  },
  oneTimeCodesOff: {
    code: 'ERROR-00045',
    type: 409,
    title: 'Two-step login is off',
    message: 'Please turn it on first.',
  },
  signUpPasswordNeeded: {
    code: 'ERROR-00046',
    type: 409,
    title: 'Password needed',
    message: 'Several sign-ups for this address are pending. Please enter the password you chose for this one.',
  },
  currentPasswordNeeded: {
    code: 'ERROR-00047',
    type: 403,
    title: 'Password needed',
    message: 'You logged in a while ago. Please enter your current password.',
  },
  logInAgain: {
    code: 'ERROR-00048',
    type: 403,
    title: 'Log in again',
    message: 'You logged in a while ago. Please log out, log in and try again.',
  },
  storageFull: {
    code: 'ERROR-00049',
    type: 507,
    title: 'Storage is full',
    message: 'Nothing was saved. Please try again later.',
  },
  titleTaken: {
    code: 'ERROR-00050',
    type: 409,
    title: 'Title is taken',
    message: 'We found a drive already using this name',
  },
  staleRevision: {
    code: 'ERROR-00051',
    type: 409,
    title: 'Changed in the meantime',
    message: 'Please load the latest version. Nothing was overwritten.',
  },
  alreadyDecided: {
    code: 'ERROR-00052',
    type: 409,
    title: 'Already decided',
    message: 'Another moderator was faster. Please see their decision.',
  },
  claimedByOther: {
    code: 'ERROR-00053',
    type: 409,
    title: 'Claimed by someone else',
    message: 'Another moderator is working on this. The claim expires after 15 minutes.',
  },
  itemNotFound: {
    code: 'ERROR-00054',
    type: 404,
    title: 'Item could not be found',
    message: 'There is no such item in the queue.',
  },
  keyReused: {
    code: 'ERROR-00055',
    type: 409,
    title: 'Idempotency key was already used',
    message: 'This Idempotency-Key was used for another request. Please use a new key.',
  },
  noDirectionsInUrl: {
    code: 'ERROR-00056',
    type: 400,
    title: 'Could not parse directions url',
    message:
      'Could not parse directions url, parser had trouble finding more than one waypoint. We suggest modifying the route and trying again.',
  },
  publishedDrive: {
    code: 'ERROR-00057',
    type: 409,
    title: 'Drive is published',
    message: 'A published drive cannot be made private. Staff can delete it.',
  },
  routeFileUnreadable: {
    code: 'ERROR-00058',
    type: 400,
    title: 'File could not be read',
    message: 'Please choose a file with a track or a route.',
  },
  reviewNotFound: {
    code: 'ERROR-00060',
    type: 404,
    title: 'Review could not be found',
    message: 'There is no such review of this drive.',
  },
  alreadyReviewed: {
    code: 'ERROR-00061',
    type: 409,
    title: 'Already reviewed',
    message: 'You have already reviewed this drive. Please edit that review instead.',
  },
  emptyReview: {
    code: 'ERROR-00062',
    type: 400,
    title: 'Nothing to submit',
    message: 'Please rate the drive or write something about it.',
  },
  secretLinkEnded: {
    code: 'ERROR-00100',
    type: 404,
    title: 'This link is no longer valid',
    message: 'Please ask the sender for a new one.',
  },
  collectionNotFound: {
    code: 'ERROR-00102',
    type: 404,
    title: 'Collection could not be found',
    message: 'The collection you requested does not exist.',
  },
  photoNotFound: {
    code: 'ERROR-00070',
    type: 404,
    title: 'Photo could not be found',
    message: 'There is no such photo of this drive.',
  },
  photoNotAccepted: {
    code: 'ERROR-00071',
    type: 415,
    title: 'Photo format',
    message: 'Photo is not an accepted format. Accepted formats include: jpg, jpeg, png, heic, and heif',
  },
  photoTooLarge: {
    code: 'ERROR-00072',
    type: 413,
    title: 'Photo size',
    message: 'Photo exceeds maximum allowable size of 20MB',
  },
  photoMissing: {
    code: 'ERROR-00101',
    type: 400,
    title: 'Photo is not a file.',
    message: 'Please provide a photo to upload.',
  },
  tooManyPhotos: {
    code: 'ERROR-00073',
    type: 409,
    title: 'Too many photos',
    message: 'A drive has at most 100 photos. Please delete one first.',
  },
  routeFileTooLarge: {
    code: 'ERROR-00088',
    type: 413,
    title: 'File too large',
    message: 'Please choose a smaller file.',
  },
  routeFileNotAccepted: {
    code: 'ERROR-00089',
    type: 415,
    title: 'Format not accepted',
    message: 'Please choose a GPX, KML, KMZ, TCX, FIT, ITN or GeoJSON file.',
  },
  ...BILLING_ERRORS,
  ...MAP_ERRORS,
} as const;

export type ErrorName = keyof typeof ERRORS;
export type ErrorCode = (typeof ERRORS)[ErrorName]['code'];
