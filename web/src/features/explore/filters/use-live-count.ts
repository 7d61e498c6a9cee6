import { useMemo, useState } from 'react';
import { useCountQuery } from '../../../api/api.js';
import { useDebounced } from '../../../lib/page/use-debounced.js';
import type { ExploreState } from '../explore-state.js';
import { apiFilters, type MapContext } from '../query.js';
import type { DriveSearch } from '../results/use-drive-search.js';

const LIVE_COUNT_MS = 150;

interface Draft {
  patch: Partial<ExploreState>;
  /** State of the page when the slider was released; null while it moves. */
  releasedIn: ExploreState | null;
}

export interface LiveCount {
  /** Number of drives that pass the filters, also while a slider moves; the last one until the next is known. */
  count: number | null;
  /** The count, if it belongs to the current filters. */
  settledCount: number | null;
  move: (patch: Partial<ExploreState>) => void;
  /** Called when the slider is released, along with the change of the state. */
  release: (patch: Partial<ExploreState>) => void;
}

/** Returns the count of the page's search, or while a slider moves, that of the range it shows. */
export function useLiveCount(
  state: ExploreState,
  surroundings: MapContext,
  search: Pick<DriveSearch, 'count' | 'settledCount'>,
): LiveCount {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [shown, setShown] = useState(search.count);
  const filters = useMemo(() => apiFilters({ ...state, ...draft?.patch }, surroundings), [state, draft, surroundings]);
  const request = useDebounced(filters, LIVE_COUNT_MS);
  const { currentData: live = null } = useCountQuery(request, { skip: draft === null });
  const latest = draft === null ? search.count : live;
  if (latest !== null && latest !== shown) setShown(latest);
  // The page's own search has caught up with the released slider.
  const isCaughtUp = draft !== null && draft.releasedIn !== null && draft.releasedIn !== state;
  if (isCaughtUp && search.settledCount !== null) setDraft(null);
  return {
    count: latest ?? shown,
    settledCount: draft === null ? search.settledCount : live,
    move: (patch) => setDraft({ patch, releasedIn: null }),
    release: (patch) => setDraft({ patch, releasedIn: state }),
  };
}
