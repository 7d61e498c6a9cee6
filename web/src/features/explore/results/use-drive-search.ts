import { useEffect, useMemo } from 'react';
import type { Bounds } from '@switchback/geo/location';
import { useCountQuery, useSearchInfiniteQuery } from '../../../api/api.js';
import { isCallError, type CallError } from '../../../api/error.js';
import type { DriveCardData, Facets } from '../../../api/types.js';
import { type ExploreState, searchesEverywhere } from '../explore-state.js';
import { apiFilters, searchArg } from '../query.js';
import { boundsText } from '../url.js';
import type { Place } from '../use-surroundings.js';

export interface DriveSearch {
  /** Last result; stays until the next one arrives, even if a search fails. */
  drives: readonly DriveCardData[];
  /** Exact count of the whole result; null before the first result. */
  count: number | null;
  /** The count, if it belongs to the current query; null while that is loading. */
  settledCount: number | null;
  /** Counts of further choices for the last result; null before the first one. */
  facets: Facets | null;
  /** How many of them the map shows: of a text, which is searched everywhere. Null while loading; undefined otherwise. */
  inView: number | null | undefined;
  /** Box around the best matches of a searched text, null if there are none; undefined while loading. */
  extent: Bounds | null | undefined;
  /** True while the map moves to a place or a result: until it arrives, neither a count nor advice is shown. */
  isUnderway: boolean;
  /** True while the drives shown belong to an earlier query. */
  updating: boolean;
  error: CallError | null;
  /** Key of the query without the user's location: unchanged as long as the search is the same. */
  subject: string;
  retry: () => void;
  /** Fetches the next batch; null if there is none, or if a fetch is in progress. */
  more: (() => void) | null;
}

/** Runs the page's search in batches of 25, each fetched on demand. Waits while the search area is unknown. */
export function useDriveSearch(state: ExploreState, place: Place, waits: boolean): Omit<DriveSearch, 'isUnderway'> {
  const { surroundings } = place;
  const request = JSON.stringify(searchArg(state, surroundings));
  // The state changes with every opened panel, which must not rerun the search.
  const arg = useMemo(() => JSON.parse(request) as ReturnType<typeof searchArg>, [request]);
  const result = useSearchInfiniteQuery(arg, { skip: waits });
  const { data, currentData, isFetching, hasNextPage, fetchNextPage, refetch, error } = result;
  const drives = useMemo(() => data?.pages.flatMap((page) => page.drives) ?? [], [data]);
  const canGoOn = hasNextPage && !isFetching && currentData !== undefined;
  const more = useMemo(() => (canGoOn ? () => void fetchNextPage() : null), [canGoOn, fetchNextPage]);
  return {
    drives,
    count: data?.pages[0]?.resultsCount ?? null,
    settledCount: currentData?.pages[0]?.resultsCount ?? null,
    facets: data?.pages[0]?.facets ?? null,
    inView: useInView(state, place),
    extent: currentData?.pages[0]?.extent,
    updating: isFetching && currentData === undefined,
    error: isCallError(error) ? error : null,
    subject: JSON.stringify({ ...arg, from: undefined, filters: { ...arg.filters, geocode: undefined } }),
    retry: () => void refetch(),
    more,
  };
}

function useInView(state: ExploreState, { position, surroundings }: Place): number | null | undefined {
  const asks = searchesEverywhere(state) && position !== null;
  const filters = { ...apiFilters(state, surroundings), bounds: boundsText(surroundings.box) };
  const { currentData } = useCountQuery(filters, { skip: !asks });
  return asks ? (currentData ?? null) : undefined;
}

/** Fetches the next batch when the given position comes near the end of the loaded drives. */
export function useMoreNear(last: number | undefined, { drives, more }: DriveSearch): void {
  const near = last !== undefined && last >= drives.length - 8;
  useEffect(() => {
    if (near) more?.();
  }, [near, more]);
}
