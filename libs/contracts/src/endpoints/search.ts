import { z } from 'zod';
import { DETAILS_FIELDS, driveSummary, FIELD_SYNONYMS, SUMMARY_FIELDS } from '../resources/drive.js';
import { facets } from '../resources/facets.js';
import { bounds, location, driveSuggestion } from '../resources/geo.js';
import { SORT_KEYS, TAG_CATEGORIES, type TagCategory, TAGS } from '../rules/drives.js';
import { NUMBER_FILTERS, type NumberFilter, type NumberFilterName } from '../rules/filters.js';
import { LIMITS } from '../rules/limits.js';
import { endpoint } from './endpoint.js';
import { ID_EXTENT } from './query-shapes.js';
import {
  bookmarkValue,
  boundsValue,
  choiceValue,
  geocodeValue,
  idsValue,
  listValue,
  locationValue,
  numberValue,
  offUnlessTrue,
  onUnlessFalse,
  rangeValue,
  wholeNumberValue,
} from './query-values.js';
import { text } from './text.js';

/** The next step if nothing is found. */
export const hint = z.string().optional().meta({ description: 'The next step, if nothing is found.' });

/** A session token in the body, as in the spec; `Authorization: Bearer` works as well. */
export const token = text(512).nullish().meta({ description: 'The session token.' });

export function fieldsValue(names: readonly string[], description: string) {
  const known = new Map<string, string>([
    ...Object.entries(FIELD_SYNONYMS),
    ...names.map((name) => [name, name] as const),
  ]);
  return listValue(description, ['title', 'distance'], {
    items: 64,
    length: 2_000,
    item: { type: 'string', enum: [...known.keys()] },
    parseItem: (name) => known.get(name),
    fault: (name) => `Unknown field ${name.slice(0, 40)}.`,
  });
}

const TAG_WORDS = TAG_CATEGORIES.flatMap((category) => TAGS[category].map((name) => `${category}:${name}`));

const tagsValue = listValue(
  'Tags as category:name; drives must have all of them.',
  ['environment:coast', 'feature:bridge'],
  {
    items: 20,
    length: 800,
    item: { type: 'string', enum: TAG_WORDS },
    parseItem: (word) => {
      const [category = '', name = ''] = TAG_WORDS.includes(word) ? word.split(':') : [];
      return name === '' ? undefined : { category: category as TagCategory, name };
    },
    fault: (word) => `Unknown tag ${word.slice(0, 40)}.`,
  },
);

/** Syntax of an id in a list; an id that does not match cannot exist. */
const ID = /^[A-Za-z0-9._:-]{1,64}$/;

type NumberFilterSchemas = {
  [Name in NumberFilterName]: ReturnType<
    (typeof NUMBER_FILTERS)[Name]['kind'] extends 'range' ? typeof rangeValue : typeof numberValue
  >;
};

const numberFilters = Object.fromEntries(
  Object.entries<NumberFilter>(NUMBER_FILTERS).map(([name, { kind, description, max, acceptedMax, read, example }]) => {
    const extent = { min: 0, max: acceptedMax ?? max };
    return [
      name,
      kind === 'range'
        ? rangeValue(description, extent, String(example), read)
        : numberValue(description, extent, Number(example)),
    ];
  }),
) as NumberFilterSchemas;

/** Drive filters, shared by search, clusters and lines, so that all three select the same drives. */
const filters = {
  q: text(LIMITS.searchTextMax)
    .optional()
    .meta({
      param: {
        description: 'Search text: words of titles, descriptions and places, names of roads, and their numbers.',
        example: 'blue ridge',
      },
    }),
  country: wholeNumberValue('Country id.', ID_EXTENT, 233),
  states: idsValue('State ids; drives match any of them.', [1452, 1447]),
  tags: tagsValue,
  ...numberFilters,
  geocode: geocodeValue(
    'lat,lng,proximity,zoom: drives that start near the location; proximity in meters or `any`.',
    '35.59,-82.55,any,7',
  ),
  bounds: boundsValue('north,east,south,west: routes that pass through.', '36.6,-75.4,33.8,-84.4'),
  ids: listValue('Only these drives.', ['a', 'b'], {
    items: LIMITS.searchIdsMax,
    length: 64_000,
    item: { type: 'string', pattern: ID.source },
    parseItem: (id) => (ID.test(id) ? id : undefined),
    fault: () => 'Each id has 1 to 64 letters, digits, dots, colons, hyphens or underscores.',
  }),
  private: onUnlessFalse('Include own private drives.'),
  public: onUnlessFalse('Include public drives.'),
  saved: onUnlessFalse('Include saved drives.'),
  completed: onUnlessFalse('Include completed drives.'),
  shared: onUnlessFalse('Include drives shared with the caller.'),
};

export const filterQuery = z.object(filters);
export type DriveFilters = z.output<typeof filterQuery>;

/** A drive in a search result. */
export const foundDrive = driveSummary
  .extend({
    distanceFrom: z
      .number()
      .nullable()
      .describe(
        'Meters from `geocode` to the start, null without `geocode`. No part of the hash: for a drive returned as ' +
          '`{id}`, it follows from `startLocation`.',
      ),
    distanceToLine: z
      .number()
      .nullable()
      .describe(
        'Meters from `from`, else from `geocode`, to the nearest point of the drive, null without either. No part of ' +
          'the hash: also returned with `{id}`.',
      ),
  })
  .meta({ id: 'FoundDrive' });
const FOUND_FIELDS = [...SUMMARY_FIELDS, 'distanceFrom', 'distanceToLine'];

const searchQuery = z.object({
  ...filters,
  fields: fieldsValue(FOUND_FIELDS, 'Return only these fields and `id`.'),
  from: locationValue('lat,lng: measures `distanceToLine` from here.', '35.6,-82.55'),
  sort: choiceValue('Sort order; by default `match` with `q`, else `location`.', SORT_KEYS, 'location'),
  bookmark: bookmarkValue('batch'),
  includeCount: offUnlessTrue('Count the whole result.'),
  facets: offUnlessTrue('Count the drives that each tag, band of curviness, kind and step would find.'),
});
export type SearchQuery = z.output<typeof searchQuery>;

const hash = z.string().regex(/^[A-Za-z0-9_-]{8}$/, 'Must be 8 URL-safe characters.');

const drives = z.array(foundDrive.partial().extend({ id: z.string() }));

export const searchDrives = endpoint('searchDrives', 'POST /api/drives/search', {
  summary: 'Find drives',
  tag: 'Search',
  query: searchQuery,
  body: z
    .object({
      token,
      have: z
        .array(hash)
        .max(LIMITS.searchHaveMax)
        .nullish()
        .meta({ description: 'Hashes of drives that the client has cached.', example: ['mF_9B5-4'] }),
    })
    .default({}),
  answer: z
    .object({
      drives,
      bookmark: z.string().nullable(),
      hashes: z.array(hash),
      resultsCount: z.number().int().optional(),
      facets: facets.optional(),
      extent: bounds.nullable().optional().meta({
        description:
          'Box around the best 200 matches of `q`, null if nothing is found; in the first batch of a search without `bounds`.',
      }),
    })
    .meta({ id: 'SearchAnswer' }),
  errors: ['invalidBookmark'],
});
export type SearchAnswer = z.output<typeof searchDrives.answer>;

export const near = locationValue('lat,lng: ranks results near this location first.', '35.6,-82.6');

export const autocompleteDrives = endpoint('autocompleteDrives', 'POST /api/drives/search/autocomplete', {
  summary: 'Suggest drives by title',
  tag: 'Search',
  query: z.object({
    text: text(LIMITS.searchTextMax).meta({ param: { description: 'Search text.', example: 'blue ri' } }),
    limit: wholeNumberValue('Maximum number of results.', { min: 1, max: LIMITS.autocompleteMax }, 5),
    near,
  }),
  body: z
    .object({
      token,
      include: z
        .array(text(64))
        .max(LIMITS.autocompleteIncludeMax)
        .nullish()
        .meta({ example: ['a', 'b'] }),
    })
    .default({}),
  answer: z.object({ results: z.array(driveSuggestion), hint }).meta({ id: 'Suggestions' }),
});

const zoom = numberValue('Map zoom level.', { min: 0, max: LIMITS.zoomMax }, 5);

export const cluster = z
  .object({
    location,
    count: z.number().int(),
    bounds,
    id: z.string().optional().meta({ description: 'Id of the drive, if the count is 1.' }),
  })
  .meta({ id: 'Cluster' });
export type Cluster = z.infer<typeof cluster>;

export const clusterDrives = endpoint('clusterDrives', 'GET /api/drives/clusters', {
  summary: 'Return drive counts by place, for low zoom levels',
  tag: 'Search',
  query: z.object({ ...filters, zoom }),
  answer: z.object({ clusters: z.array(cluster), total: z.number().int() }).meta({ id: 'ClustersAnswer' }),
});
export type ClustersAnswer = z.output<typeof clusterDrives.answer>;

export const driveLine = z
  .object({
    id: z.string(),
    path: z.string().meta({ description: 'Google-encoded polyline, precision 5, simplified for the zoom level.' }),
    approximate: z.boolean().meta({ description: 'The line leaves the road between its points.' }),
  })
  .meta({ id: 'DriveLine' });

export const driveLines = endpoint('driveLines', 'GET /api/drives/lines', {
  summary: 'Return the lines of drives in a viewport, simplified for the zoom level',
  tag: 'Search',
  query: z.object({ ...filters, zoom }),
  answer: z
    .object({
      lines: z.array(driveLine).max(LIMITS.linesMax).meta({ description: 'Most important first.' }),
      total: z
        .number()
        .int()
        .meta({ description: 'Number of drives in the viewport, including those without a line here.' }),
    })
    .meta({ id: 'LinesAnswer' }),
});
export type LinesAnswer = z.output<typeof driveLines.answer>;

export const detailsFields = fieldsValue(DETAILS_FIELDS, 'Return only these fields and `id`.');
