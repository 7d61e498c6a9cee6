import { createApi } from '@reduxjs/toolkit/query/react';
import type { driveDetailsCall, driveStats, popularDrives } from '@switchback/contracts/endpoints/drives';
import type { autocompletePlaces, countries, placeDetails } from '@switchback/contracts/endpoints/places';
import type { settings } from '@switchback/contracts/endpoints/product';
import type { clusterDrives, driveLines } from '@switchback/contracts/endpoints/search';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { CARD_FIELDS, type SortKey } from '@switchback/contracts/rules/drives';
import type { Bounds, LatLng } from '@switchback/geo/location';
import { baseQuery } from './base-query.js';
import type { SummaryCache } from './summary-cache.js';
import type { AnswerOf, ApiFilters, DriveCardData, FilterName, SearchAnswer } from './types.js';

/** What the store hands to calls beside the request. */
export interface ApiExtra {
  summaries: SummaryCache;
}

export interface SearchArg {
  filters: ApiFilters;
  sort: SortKey;
  /** Whether the cards can show a line; left out on wide maps, where the answer would be heavy. */
  withPath: boolean;
  /** Whether the cards have room for a description. */
  withDescription: boolean;
  /** The box of `filters`, to know which held drives the answer may contain. */
  box: Bounds | null;
}

export interface SearchBatch {
  drives: DriveCardData[];
  bookmark: string | null;
  /** Exact count of the whole result; only the first batch has it. */
  resultsCount: number | null;
}

/** The bookmark to go on with, or undefined after the last batch. */
export function nextBookmark(batch: Pick<SearchBatch, 'drives' | 'bookmark'>): string | undefined {
  return batch.drives.length >= LIMITS.searchBatch ? (batch.bookmark ?? undefined) : undefined;
}

const KEEP_SECONDS = 300;

const KINDS = ['private', 'public', 'saved', 'completed', 'shared'] as const satisfies readonly FilterName[];

/** Everything found depends on who asks; where a kind of drive is left out, it depends on what they keep as well. */
function tagsOf(filters: ApiFilters): ('Seen' | 'Kept')[] {
  return KINDS.some((kind) => kind in filters) ? ['Seen', 'Kept'] : ['Seen'];
}

const searchApi = createApi({
  reducerPath: 'api',
  baseQuery,
  keepUnusedDataFor: KEEP_SECONDS,
  // After an outage nothing stale is shown as fresh.
  refetchOnReconnect: true,
  /** What depends on who asks, and what on the drives they keep. */
  tagTypes: ['Seen', 'Kept'],
  endpoints: (build) => ({
    settings: build.query<AnswerOf<typeof settings>, void>({ query: () => ({ route: 'settings' }) }),

    /** Batches of 25 in order; `fetchNextPage` goes on at the bookmark. */
    search: build.infiniteQuery<SearchBatch, SearchArg, string | null>({
      providesTags: (_found, _error, { filters }) => tagsOf(filters),
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => nextBookmark(last) },
      async queryFn({ queryArg, pageParam }, { extra }, _options, call) {
        const { summaries } = extra as ApiExtra;
        const held = summaries.worthSending(queryArg.box, queryArg.withPath);
        const { data, error } = await call({
          route: 'searchDrives',
          query: {
            ...queryArg.filters,
            sort: queryArg.sort,
            fields: [
              ...CARD_FIELDS,
              ...(queryArg.withPath ? ['overviewPath'] : []),
              ...(queryArg.withDescription ? ['description'] : []),
            ].join(),
            bookmark: pageParam ?? undefined,
            includeCount: pageParam === null ? true : undefined,
          },
          body: { have: [...held.keys()] },
        });
        if (error !== undefined) return { error: error };
        const answer = data as SearchAnswer;
        return {
          data: {
            drives: summaries.complete(answer, held),
            bookmark: answer.bookmark,
            resultsCount: answer.resultsCount ?? null,
          },
        };
      },
    }),

    /** How many drives pass the filters; brings no more of them than their ids. */
    count: build.query<number, ApiFilters>({
      providesTags: (_found, _error, filters) => tagsOf(filters),
      query: (filters) => ({
        route: 'searchDrives',
        query: { ...filters, fields: 'id', includeCount: true },
        body: {},
      }),
      transformResponse: (answer: SearchAnswer) => answer.resultsCount ?? answer.drives.length,
      keepUnusedDataFor: 60,
    }),

    /** The drive nearest to the point of `filters.geocode` among those that pass, or null. */
    nearest: build.query<DriveCardData | null, ApiFilters>({
      providesTags: (_found, _error, filters) => tagsOf(filters),
      query: (filters) => ({
        route: 'searchDrives',
        query: { ...filters, sort: 'location', fields: CARD_FIELDS.join() },
        body: {},
      }),
      transformResponse: (answer: SearchAnswer) => (answer.drives[0] as DriveCardData | undefined) ?? null,
    }),

    /** Where the drives nearest to the point of `filters.geocode` start, the nearest first. */
    nearestStarts: build.query<readonly LatLng[], ApiFilters>({
      query: (filters) => ({
        route: 'searchDrives',
        query: { ...filters, sort: 'location', fields: 'startLocation' },
        body: {},
      }),
      transformResponse: (answer: SearchAnswer) => answer.drives.flatMap(({ startLocation: start }) => start ?? []),
    }),

    /** Lines of drives that were listed without them, by id. */
    paths: build.query<Record<string, string>, readonly string[]>({
      query: (ids) => ({ route: 'searchDrives', query: { ids: ids.join(), fields: 'overviewPath' }, body: {} }),
      transformResponse: (answer: SearchAnswer) =>
        Object.fromEntries(answer.drives.map((drive) => [drive.id, drive.overviewPath ?? ''])),
    }),
  }),
});

const placesApi = searchApi.injectEndpoints({
  endpoints: (build) => ({
    suggestDrives: build.query<
      AnswerOf<typeof autocompletePlaces>['results'],
      { text: string; near: string | undefined; include: readonly string[] }
    >({
      providesTags: ['Seen'],
      query: ({ text, near, include }) => ({
        route: 'autocompleteDrives',
        query: { text, near, limit: LIMITS.autocompleteDefault },
        body: { include },
      }),
      transformResponse: (answer: AnswerOf<typeof autocompletePlaces>) => answer.results,
    }),
    suggestPlaces: build.query<
      AnswerOf<typeof autocompletePlaces>['results'],
      { text: string; kind: 'place' | 'geoname'; near?: string | undefined }
    >({
      query: ({ text, kind, near }) => ({
        route: 'autocompletePlaces',
        query: { text, kind, near, limit: LIMITS.autocompleteDefault },
      }),
      transformResponse: (answer: AnswerOf<typeof autocompletePlaces>) => answer.results,
    }),
    place: build.query<AnswerOf<typeof placeDetails>['place'], string>({
      query: (value) => ({ route: 'placeDetails', params: { value } }),
      transformResponse: (answer: AnswerOf<typeof placeDetails>) => answer.place,
    }),

    countries: build.query<AnswerOf<typeof countries>['items'], void>({
      query: () => ({ route: 'countries' }),
      transformResponse: (answer: AnswerOf<typeof countries>) => answer.items,
    }),
    states: build.query<AnswerOf<typeof countries>['items'], number>({
      query: (countryId) => ({ route: 'states', params: { countryId } }),
      transformResponse: (answer: AnswerOf<typeof countries>) => answer.items,
    }),
  }),
});

export const api = placesApi.injectEndpoints({
  endpoints: (build) => ({
    summary: build.query<DriveCardData | null, string>({
      providesTags: ['Seen'],
      query: (id) => ({ route: 'driveSummaries', body: { ids: [id] } }),
      transformResponse: (answer: AnswerOf<typeof popularDrives>) => answer.drives[0] ?? null,
    }),
    popular: build.query<DriveCardData[], void>({
      query: () => ({ route: 'popularDrives' }),
      transformResponse: (answer: AnswerOf<typeof popularDrives>) => answer.drives,
    }),
    stats: build.query<AnswerOf<typeof driveStats>, void>({ query: () => ({ route: 'driveStats' }) }),

    clusters: build.query<AnswerOf<typeof clusterDrives>, ApiFilters & { zoom: number }>({
      providesTags: (_found, _error, filters) => tagsOf(filters),
      query: (query) => ({ route: 'clusterDrives', query: { ...query } }),
      keepUnusedDataFor: 60,
    }),
    lines: build.query<AnswerOf<typeof driveLines>, ApiFilters & { zoom: number }>({
      providesTags: (_found, _error, filters) => tagsOf(filters),
      query: (query) => ({ route: 'driveLines', query: { ...query } }),
      keepUnusedDataFor: 60,
    }),
    details: build.query<AnswerOf<typeof driveDetailsCall>['drive'], string>({
      providesTags: ['Seen'],
      query: (id) => ({ route: 'driveDetails', params: { id } }),
      transformResponse: (answer: AnswerOf<typeof driveDetailsCall>) => answer.drive,
    }),
  }),
});

export const {
  useSettingsQuery,
  useSearchInfiniteQuery,
  useCountQuery,
  useLazyNearestQuery,
  usePathsQuery,
  useSuggestDrivesQuery,
  useSuggestPlacesQuery,
  useCountriesQuery,
  useStatesQuery,
  useSummaryQuery,
  useLazySummaryQuery,
  usePopularQuery,
  useStatsQuery,
  useClustersQuery,
  useLinesQuery,
  useDetailsQuery,
} = api;
