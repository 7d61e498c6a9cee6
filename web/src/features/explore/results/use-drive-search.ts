import { useEffect, useMemo } from 'react';
import { useSearchInfiniteQuery } from '../../../api/api.js';
import { isCallError, type CallError } from '../../../api/error.js';
import type { DriveCardData, Facets } from '../../../api/types.js';
import type { ExploreState } from '../explore-state.js';
import { searchArg, type MapContext } from '../query.js';

export interface DriveSearch {
  /** Last result; stays until the next one arrives, even if a search fails. */
  drives: readonly DriveCardData[];
  /** Exact count of the whole result; null before the first result. */
  count: number | null;
  /** The count, if it belongs to the current query; null while that is loading. */
  settledCount: number | null;
  /** Counts of further choices for the last result; null before the first one. */
  facets: Facets | null;
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
export function useDriveSearch(state: ExploreState, surroundings: MapContext, waits: boolean): DriveSearch {
  const asked = JSON.stringify(searchArg(state, surroundings));
  // The state changes with every opened panel, which must not rerun the search.
  const arg = useMemo(() => JSON.parse(asked) as ReturnType<typeof searchArg>, [asked]);
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
    updating: isFetching && currentData === undefined,
    error: isCallError(error) ? error : null,
    subject: JSON.stringify({ ...arg, filters: { ...arg.filters, geocode: undefined } }),
    retry: () => void refetch(),
    more,
  };
}

/** Fetches the next batch when the given position comes near the end of the loaded drives. */
export function useMoreNear(last: number | undefined, { drives, more }: DriveSearch): void {
  const near = last !== undefined && last >= drives.length - 8;
  useEffect(() => {
    if (near) more?.();
  }, [near, more]);
}
