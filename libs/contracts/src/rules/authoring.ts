import type { AccountType } from './accounts.js';
import type { Privacy } from './drives.js';
import { LIMITS } from './limits.js';

/** Parts of a drive that staff may ask to have changed, by field of the editor. */
export const CHANGE_REQUEST_FIELDS = [
  'title',
  'description',
  'countriesAndStates',
  'photos',
  'tags',
  'starRating',
  'intensityRating',
  'roadQualityRating',
  'trafficRating',
  'directions',
] as const;
export type ChangeRequestField = (typeof CHANGE_REQUEST_FIELDS)[number];

/** Parts of a drive that staff may correct when they approve it. */
export const CORRECTION_FIELDS = [
  'title',
  'description',
  'tags',
  'starRating',
  'intensityRating',
  'roadQualityRating',
  'trafficRating',
  'countriesAndStates',
  'directions',
  'pointsOfInterest',
] as const;
export type CorrectionField = (typeof CORRECTION_FIELDS)[number];

const CORRECTION_NAMES: Readonly<Record<CorrectionField, string>> = {
  title: 'title',
  description: 'description',
  tags: 'tags',
  starRating: 'stars',
  intensityRating: 'intensity',
  roadQualityRating: 'road quality',
  trafficRating: 'traffic',
  countriesAndStates: 'countries and states',
  directions: 'directions',
  pointsOfInterest: 'points of interest',
};

/** Names corrected fields for a notice or a mail, as a clause to append; empty if there are none. */
export function correctionText(corrected: readonly string[]): string {
  const names = CORRECTION_FIELDS.filter((field) => corrected.includes(field)).map((field) => CORRECTION_NAMES[field]);
  if (names.length === 0) return '';
  return `, with corrections to ${new Intl.ListFormat('en').format(names)}`;
}

/** Key of a note on one photo in a change request. */
export type PhotoRequestKey = `photos.${string}`;
export type ChangeRequestKey = ChangeRequestField | PhotoRequestKey;

const PHOTO_REQUEST = /^photos\.[\w-]{1,64}$/;

export function photoRequestKey(photoId: string): PhotoRequestKey {
  return `photos.${photoId}`;
}

export function isPhotoRequestKey(key: string): key is PhotoRequestKey {
  return PHOTO_REQUEST.test(key);
}

export function isChangeRequestKey(key: string): key is ChangeRequestKey {
  return (CHANGE_REQUEST_FIELDS as readonly string[]).includes(key) || isPhotoRequestKey(key);
}

/** A title and how to fix the fault, shown next to an editor field; the server and the screens use the same wording. */
export interface AuthoringFault {
  title: string;
  message: string;
}

export const AUTHORING_FAULTS = {
  titleRequired: {
    title: 'Title is required',
    message: 'Please provide a unique title, for example Tail of the Dragon.',
  },
  titleUnfit: {
    title: 'Title does not meet minimum requirements',
    message: "A drive's title should be title cased and may not contain special characters.",
  },
  descriptionRequired: {
    title: 'Description is required',
    message: 'Please describe the drive with information useful to the community.',
  },
  countryRequired: {
    title: 'Country is required',
    message: 'Please provide at least one country and one state.',
  },
  photoRequired: {
    title: 'At least one photo is required',
    message:
      'Please provide at least one photo of the drive, so that other members of the community may see what the drive is like.',
  },
  directionsRequired: {
    title: 'Directions are required',
    message: 'Please set a start and an end on the map.',
  },
} as const satisfies Record<string, AuthoringFault>;

const TITLE = /^[\p{L}\p{M}\p{N} '’‘\-–.,&]+$/u;
/**
 * A capital, a digit, or a letter that is its own title case, as in scripts without case; also behind an apostrophe or a
 * modifier letter such as the ʻokina.
 */
const CAPITALIZED = /^['’‘]?\p{Lm}*(?:\p{N}|(?![\p{Changes_When_Titlecased}\p{Lm}])\p{L})/u;
const BARE_SIGN = /^[&\-–]$/;
/** Words that stay small in the languages that drives are named in. */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and as at but by for from in into nor of off on onto or over per the to up via with ' +
    "de del di du la le van von della dello dei degli delle da do dos das e et y el los las les des aux am im zum zur der den 'n'"
  ).split(' '),
);
const ELIDED = /^(?:d|l|dell|dall|nell|all|sull)['’][\p{Lu}\p{Lt}]/u;

/** Returns the fault of a title, or null. Only the drives service knows whether a title is free. */
export function titleFault(input: string): AuthoringFault | null {
  const title = input.trim().replaceAll(/\s+/gu, ' ');
  if (title === '') return AUTHORING_FAULTS.titleRequired;
  const words = title.split(' ').filter((word) => !BARE_SIGN.test(word));
  const isFit =
    [...title].length <= LIMITS.driveTitleMax &&
    TITLE.test(title) &&
    words.length > 0 &&
    words.every((word, index) => CAPITALIZED.test(word) || (index > 0 && isSmall(word)));
  return isFit ? null : AUTHORING_FAULTS.titleUnfit;
}

function isSmall(word: string): boolean {
  return SMALL_WORDS.has(word.replaceAll(/[’‘]/g, "'")) || ELIDED.test(word);
}

/** The parts of a drive that decide whether it is complete. */
export interface Completeness {
  privacy: Privacy;
  title: string;
  description: string;
  countries: readonly { states: readonly unknown[]; hasStates: boolean }[];
  hasDirections: boolean;
}

/**
 * Returns the faults by field that block a drive from being submitted or saved; empty if it is complete. A private
 * drive needs only directions; an admin may omit everything but a line and, if the drive is public, a title.
 */
export function completenessFaults(drive: Completeness, accountType: AccountType): Record<string, AuthoringFault> {
  const faults: Record<string, AuthoringFault> = {};
  if (!drive.hasDirections) faults['directions'] = AUTHORING_FAULTS.directionsRequired;
  if (drive.privacy === 'private') return faults;
  if (drive.title === '') faults['title'] = AUTHORING_FAULTS.titleRequired;
  if (accountType === 'admin') return faults;
  if (drive.description === '') faults['description'] = AUTHORING_FAULTS.descriptionRequired;
  const hasRegions =
    drive.countries.length > 0 && drive.countries.every(({ states, hasStates }) => states.length > 0 || !hasStates);
  if (!hasRegions) faults['countries'] = AUTHORING_FAULTS.countryRequired;
  return faults;
}
