import { useEffect, useMemo } from 'react';
import { useSearchInfiniteQuery } from '../../../api/api.js';
import { isCallError, type CallError } from '../../../api/error.js';
import type { DriveCardData } from '../../../api/types.js';
import type { ExploreState } from '../explore-state.js';
import { searchArg, type Surroundings } from '../query.js';

export interface DriveSearch {
  /** What was found last: it stays until the next result is there, and when that fails. */
  drives: readonly DriveCardData[];
  /** Exact count of the whole result; null before the first. */
  count: number | null;
  /** The same, while it belongs to what is asked for now; null while that is being found out. */
  settledCount: number | null;
  /** True while what is shown is not yet what was asked for. */
  updating: boolean;
  error: CallError | null;
  /** The same as long as the same is looked for, wherever the person is. */
  subject: string;
  retry: () => void;
  /** Fetches the next batch, if there is one and none is on its way. */
  more: (() => void) | null;
}

/** The page's search: batches of 25, the next when it is needed. It waits while it is not known yet where to look. */
export function useDriveSearch(state: ExploreState, surroundings: Surroundings, waits: boolean): DriveSearch {
  const asked = JSON.stringify(searchArg(state, surroundings));
  // The state changes with every opened panel; the search must not run again for that.
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
    updating: isFetching && currentData === undefined,
    error: isCallError(error) ? error : null,
    subject: JSON.stringify({ ...arg, filters: { ...arg.filters, geocode: undefined } }),
    retry: () => void refetch(),
    more,
  };
}

/** Asks for more as soon as the given position comes near the end of what is there. */
export function useMoreNear(last: number | undefined, { drives, more }: DriveSearch): void {
  const near = last !== undefined && last >= drives.length - 8;
  useEffect(() => {
    if (near) more?.();
  }, [near, more]);
}
