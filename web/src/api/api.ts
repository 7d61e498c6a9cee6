import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { type Answer, answerTo, asks } from './asks.js';
import { createApi } from '@reduxjs/toolkit/query/react';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { CARD_FIELDS } from '@switchback/contracts/rules/card-fields';
import { KINDS, type SortKey } from '@switchback/contracts/rules/drives';
import type { Bounds } from '@switchback/geo/location';
import { baseQuery } from './base-query.js';
import type { SummaryCache } from './summary-cache.js';
import type { ApiFilters, DriveCardData, Facets, SearchAnswer } from './types.js';

/** Extra argument that the store passes to calls. */
export interface ApiExtra {
  summaries: SummaryCache;
}

export interface SearchArg {
  filters: ApiFilters;
  sort: SortKey;
  /** Whether the cards can show a line; false on wide maps, where the response would be large. */
  withPath: boolean;
  /** Whether the cards have room for a description. */
  withDescription: boolean;
  /** The place from which the drives are measured, as `lat,lng`; null for none. */
  from: string | null;
  /** The box of `filters`, to find the cached drives that the response may contain. */
  box: Bounds | null;
}

export interface SearchBatch {
  drives: DriveCardData[];
  bookmark: string | null;
  /** Exact count of the whole result; only in the first batch. */
  resultsCount: number | null;
  /** Counts of further choices; only in the first batch. */
  facets: Facets | null;
  /** Box around the best matches of a searched text; null if there are none. Only in the first batch, without bounds. */
  extent: Bounds | null;
}

/** Returns the next bookmark, or undefined after the last batch. */
export function nextBookmark(batch: Pick<SearchBatch, 'drives' | 'bookmark'>): string | undefined {
  return batch.drives.length >= LIMITS.searchBatch ? (batch.bookmark ?? undefined) : undefined;
}

/** Adds the distances of a response to its drives; those that are held have none of their own. */
function measured(drives: DriveCardData[], found: SearchAnswer['drives'], from: string | null): DriveCardData[] {
  if (from === null) return drives;
  return drives.map((drive, index) => {
    const meters = found[index]?.distanceToLine ?? null;
    return meters === null ? drive : { ...drive, passes: { from, meters } };
  });
}

const KEEP_SECONDS = 300;
const PUBLIC_ONLY = { private: 'false', shared: 'false' };
const NEARBY_FIELDS = [...CARD_FIELDS, 'overviewPath', 'distanceToLine'].join();

/** Results depend on the caller; if a kind of drive is excluded, also on the caller's lists. */
function tagsOf(filters: ApiFilters): ('Seen' | 'Kept')[] {
  return KINDS.some((kind) => kind in filters) ? ['Seen', 'Kept'] : ['Seen'];
}

const searchApi = createApi({
  reducerPath: 'api',
  baseQuery,
  keepUnusedDataFor: KEEP_SECONDS,
  // Shows nothing stale as fresh after an outage.
  refetchOnReconnect: true,
  /** `Seen` depends on the caller, `Kept` on the caller's lists. */
  tagTypes: ['Seen', 'Kept'],
  endpoints: (build) => ({
    settings: build.query<Answer<'settings'>, void>({ ...asks('settings', () => ({})) }),

    /** Batches of 25 in order; `fetchNextPage` continues at the bookmark. */
    search: build.infiniteQuery<SearchBatch, SearchArg, string | null>({
      providesTags: (_found, _error, { filters }) => tagsOf(filters),
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => nextBookmark(last) },
      async queryFn({ queryArg, pageParam }, { extra }, _options, call) {
        const { summaries } = extra as ApiExtra;
        const held = summaries.worthSending(queryArg.box, queryArg.withPath);
        const { data, error } = await answerTo(call, 'searchDrives', {
          query: {
            ...queryArg.filters,
            sort: queryArg.sort,
            from: queryArg.from ?? undefined,
            fields: [
              ...CARD_FIELDS,
              ...(queryArg.withPath ? ['overviewPath'] : []),
              ...(queryArg.withDescription ? ['description'] : []),
              ...(queryArg.from === null ? [] : ['distanceToLine']),
            ].join(),
            bookmark: pageParam ?? undefined,
            includeCount: pageParam === null ? true : undefined,
            facets: pageParam === null ? true : undefined,
          },
          body: { have: [...held.keys()] },
        });
        if (error !== undefined) return { error };
        const { bookmark, resultsCount = null, facets = null, extent = null } = data;
        const drives = measured(summaries.complete(data, held), data.drives, queryArg.from);
        return { data: { drives, bookmark, resultsCount, facets, extent } };
      },
    }),

    /** Counts the drives that pass the filters; fetches only their ids. */
    count: build.query<number, ApiFilters>({
      providesTags: (_found, _error, filters) => tagsOf(filters),
      ...asks(
        'searchDrives',
        (filters) => ({ query: { ...filters, fields: 'id', includeCount: true }, body: {} }),
        (answer) => answer.resultsCount ?? answer.drives.length,
      ),
      keepUnusedDataFor: 60,
    }),

    /** The drive nearest to the point of `filters.geocode` among those that pass the filters, or null. */
    nearest: build.query<DriveCardData | null, ApiFilters>({
      providesTags: (_found, _error, filters) => tagsOf(filters),
      ...asks(
        'searchDrives',
        (filters) => ({ query: { ...filters, sort: 'location', fields: CARD_FIELDS.join() }, body: {} }),
        (answer) => (answer.drives[0] as DriveCardData | undefined) ?? null,
      ),
    }),

    /** Meters from the point of `filters.geocode` to the nearest drives, nearest first. */
    nearestMeters: build.query<readonly number[], ApiFilters>({
      ...asks(
        'searchDrives',
        (filters) => ({ query: { ...filters, sort: 'location', fields: 'distanceToLine' }, body: {} }),
        (answer) => answer.drives.flatMap(({ distanceToLine: meters }) => meters ?? []),
      ),
    }),

    /** Lines of drives that were listed without them, by id. */
    paths: build.query<Record<string, string>, readonly string[]>({
      ...asks(
        'searchDrives',
        (ids) => ({ query: { ids: ids.join(), fields: 'overviewPath' }, body: {} }),
        (answer) => Object.fromEntries(answer.drives.map((drive) => [drive.id, drive.overviewPath ?? ''])),
      ),
    }),
  }),
});

const placesApi = searchApi.injectEndpoints({
  endpoints: (build) => ({
    suggestDrives: build.query<
      Answer<'autocompleteDrives'>,
      { text: string; near: string | undefined; include: readonly string[] }
    >({
      providesTags: ['Seen'],
      ...asks('autocompleteDrives', ({ text, near, include }) => ({
        query: { text, near, limit: LIMITS.autocompleteDefault },
        body: { include: [...include] },
      })),
    }),
    suggestPlaces: build.query<
      Answer<'autocompletePlaces'>['results'],
      { text: string; kind: 'place' | 'geoname'; near?: string | undefined }
    >({
      ...asks(
        'autocompletePlaces',
        ({ text, kind, near }) => ({ query: { text, kind, near, limit: LIMITS.autocompleteDefault } }),
        (answer) => answer.results,
      ),
    }),
    place: build.query<Answer<'placeDetails'>['place'], string>({
      ...asks(
        'placeDetails',
        (value) => ({ params: { value } }),
        (answer) => answer.place,
      ),
    }),

    countries: build.query<Answer<'countries'>['items'], void>({
      ...asks(
        'countries',
        () => ({}),
        (answer) => answer.items,
      ),
    }),
    states: build.query<Answer<'states'>['items'], number>({
      ...asks(
        'states',
        (countryId) => ({ params: { countryId } }),
        (answer) => answer.items,
      ),
    }),
  }),
});

export const api = placesApi.injectEndpoints({
  endpoints: (build) => ({
    summary: build.query<DriveCardData | null, string>({
      providesTags: ['Seen'],
      ...asks(
        'driveSummaries',
        (id) => ({ body: { ids: [id] } }),
        (answer) => answer.drives[0] ?? null,
      ),
    }),
    popular: build.query<DriveCardData[], void>({
      ...asks(
        'popularDrives',
        () => ({}),
        (answer) => answer.drives,
      ),
    }),
    /** The published drives whose lines are nearest to a place, `lat,lng`, nearest first, with their distances. */
    nearby: build.query<DriveCardData[], string>({
      providesTags: ['Seen'],
      ...asks(
        'searchDrives',
        (from) => ({
          query: { ...PUBLIC_ONLY, sort: 'location', geocode: from, from, fields: NEARBY_FIELDS },
          body: {},
        }),
        (answer, from) => measured(answer.drives as DriveCardData[], answer.drives, from),
      ),
    }),
    worldRanking: build.query<DriveCardData[], void>({
      ...asks(
        'worldRanking',
        () => ({}),
        (answer) => answer.drives,
      ),
    }),
    stats: build.query<Answer<'driveStats'>, void>({ ...asks('driveStats', () => ({})) }),

    clusters: build.query<Answer<'clusterDrives'>, ApiFilters & { zoom: number }>({
      providesTags: (_found, _error, filters) => tagsOf(filters),
      ...asks('clusterDrives', (query) => ({ query: { ...query } })),
      keepUnusedDataFor: 60,
    }),
    lines: build.query<Answer<'driveLines'>, ApiFilters & { zoom: number }>({
      providesTags: (_found, _error, filters) => tagsOf(filters),
      ...asks('driveLines', (query) => ({ query: { ...query } })),
      keepUnusedDataFor: 60,
    }),
    details: build.query<DriveDetails, string>({
      providesTags: ['Seen'],
      ...asks(
        'driveDetails',
        (id) => ({ params: { id } }),
        // Without `fields`, the response has every field.
        (answer) => answer.drive as DriveDetails,
      ),
    }),
  }),
});

export const {
  useSettingsQuery,
  useSearchInfiniteQuery,
  useCountQuery,
  useLazyNearestQuery,
  usePathsQuery,
  usePlaceQuery,
  useSuggestDrivesQuery,
  useSuggestPlacesQuery,
  useCountriesQuery,
  useStatesQuery,
  useSummaryQuery,
  useLazySummaryQuery,
  useNearbyQuery,
  usePopularQuery,
  useStatsQuery,
  useWorldRankingQuery,
  useClustersQuery,
  useLinesQuery,
  useDetailsQuery,
} = api;
