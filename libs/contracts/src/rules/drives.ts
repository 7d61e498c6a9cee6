/** Terms of the domain, identical in database, API and screens. */
export const TAGS = {
  environment: ['canyon', 'city', 'coast', 'desert', 'forest', 'lake', 'mountain', 'river', 'rural', 'swamp'],
  feature: ['bridge', 'ferry', 'overlook', 'toll', 'tunnel'],
  landuse: ['farm', 'recreation'],
} as const;

export type TagCategory = keyof typeof TAGS;

export const TAG_CATEGORIES = Object.keys(TAGS) as [TagCategory, ...TagCategory[]];

/** Reports whether the spec defines this tag. */
export function isTag(category: string, name: string): boolean {
  return Object.hasOwn(TAGS, category) && (TAGS[category as TagCategory] as readonly string[]).includes(name);
}

/** Source of a tag: the drive's author or editor, or derived from the line and the text (docs/scenery.md). */
export const TAG_SOURCES = ['author', 'map'] as const;

/** `match` is the order of a search for a text: the drives that match it best first. */
export const SORT_KEYS = [
  'location',
  'match',
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
  'gain',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** Reasons why a caller may see a drive; each is a switch of the search, under this name. */
export const KINDS = ['private', 'public', 'saved', 'completed', 'shared'] as const;
export type Kind = (typeof KINDS)[number];

export const PUBLICATION_STATUSES = ['pending', 'changes-requested', 'approved', 'none'] as const;
export type PublicationStatus = (typeof PUBLICATION_STATUSES)[number];

export const PRIVACIES = ['public', 'private'] as const;
export type Privacy = (typeof PRIVACIES)[number];

/** Source of a duration: given in the data, recorded as timestamps, or estimated from the distance. */
export const DURATION_SOURCES = ['given', 'recorded', 'estimated'] as const;
export type DurationSource = (typeof DURATION_SOURCES)[number];

/** Source of a route's line: a router, a recorded or drawn `track`, or `approximate`, which may leave the road. */
export const DIRECTIONS_SOURCES = ['google', 'valhalla', 'osrm', 'track', 'approximate'] as const;
export type DirectionsSource = (typeof DIRECTIONS_SOURCES)[number];

/** Source of a drive's elevations: recorded with its track, read from the operator's SRTM tiles, or from the router. */
export const ELEVATION_SOURCES = ['track', 'srtm', 'router'] as const;
export type ElevationSource = (typeof ELEVATION_SOURCES)[number];
