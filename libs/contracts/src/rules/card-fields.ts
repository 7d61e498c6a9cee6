// Made by npm run generated from libs/contracts/src/resources/drive.ts.

/** Summary fields that the web app shows on cards, hover cards and the map. */
export const CARD_FIELDS = [
  'title',
  'distance',
  'duration',
  'durationSource',
  'bounds',
  'photos',
  'tags',
  'starRating',
  'curviness',
  'gain',
  'reviewCount',
  'starReviewCount',
  'startAddress',
  'endAddress',
  'startLocation',
  'countries',
  'statesOrProvinces',
  'official',
  'approximate',
  'rankings',
  'created',
  'privacy',
  'status',
] as const;
export type CardField = (typeof CARD_FIELDS)[number];
