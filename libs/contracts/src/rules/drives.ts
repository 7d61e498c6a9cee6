/** Words of the domain: the same in database, API and screen. */
export const TAGS = {
  environment: ['canyon', 'city', 'coast', 'desert', 'forest', 'lake', 'mountain', 'river', 'rural', 'swamp'],
  feature: ['bridge', 'ferry', 'overlook', 'toll', 'tunnel'],
  landuse: ['farm', 'recreation'],
} as const;

export type TagCategory = keyof typeof TAGS;

export const TAG_CATEGORIES = Object.keys(TAGS) as [TagCategory, ...TagCategory[]];

/** True when the spec knows this tag. */
export function isTag(category: string, name: string): boolean {
  return Object.hasOwn(TAGS, category) && (TAGS[category as TagCategory] as readonly string[]).includes(name);
}

export const SORT_KEYS = [
  'location',
  'duration',
  'distance',
  'stars',
  'created',
  'popularity',
  'intensity',
  'tags',
  'traffic',
  'quality',
  'reviews',
  'curviness',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const PUBLICATION_STATUSES = ['pending', 'changes-requested', 'approved', 'none'] as const;
export type PublicationStatus = (typeof PUBLICATION_STATUSES)[number];

export const PRIVACIES = ['public', 'private'] as const;
export type Privacy = (typeof PRIVACIES)[number];

/** Where a duration came from: given in the data, recorded by time stamps, or estimated from the distance. */
export const DURATION_SOURCES = ['given', 'recorded', 'estimated'] as const;
export type DurationSource = (typeof DURATION_SOURCES)[number];

/**
 * Where a route's line came from: a router, a `track` that was recorded or drawn, or `approximate`, which leaves the road
 * between its points.
 */
export const DIRECTIONS_SOURCES = ['google', 'valhalla', 'osrm', 'track', 'approximate'] as const;
export type DirectionsSource = (typeof DIRECTIONS_SOURCES)[number];

/** The fields of a summary that the web app shows on cards, hover cards and the map. */
export const CARD_FIELDS = [
  ...(['title', 'distance', 'duration', 'durationSource', 'bounds', 'photos', 'tags'] as const),
  ...(['starRating', 'reviewCount', 'startAddress', 'endAddress', 'startLocation', 'countries'] as const),
  ...(['statesOrProvinces', 'curviness', 'official', 'approximate', 'rankings'] as const),
] as const;
export type CardField = (typeof CARD_FIELDS)[number];
