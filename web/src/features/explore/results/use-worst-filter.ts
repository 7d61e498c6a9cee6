import { useEffect, useMemo, useState } from 'react';
import { api } from '../../../api/api.js';
import { useAppDispatch } from '../../../lib/store/store.js';
import { activeFilters, withoutFilter, type ExploreState, type FilterName } from '../explore-state.js';
import { apiFilters, type MapContext } from '../query.js';

export interface WorstFilter {
  name: FilterName | 'search';
  /** Number of drives without this filter. */
  count: number;
}

/**
 * Returns the active filter whose removal would leave the most drives; null if removing any single one leaves none, or
 * if a count failed, since that filter might be the one to blame. Requests one count per filter, at most twelve.
 */
export function useWorstFilter(state: ExploreState, surroundings: MapContext, enabled: boolean): WorstFilter | null {
  const dispatch = useAppDispatch();
  const question = useMemo(() => ({ state, surroundings }), [state, surroundings]);
  const [found, setFound] = useState<{ question: object; worst: WorstFilter | null } | null>(null);
  useEffect(() => {
    if (!enabled) return;
    const { state, surroundings } = question;
    const candidates: [WorstFilter['name'], ExploreState][] = activeFilters(state).map((name) => [
      name,
      withoutFilter(state, name),
    ]);
    if (state.search?.type === 'text') candidates.push(['search', { ...state, search: null }]);
    const calls = candidates.map(([name, without]) => ({
      name,
      call: dispatch(api.endpoints.count.initiate(apiFilters(without, surroundings), { subscribe: false })),
    }));
    let current = true;
    void Promise.all(calls.map(async ({ name, call }) => ({ name, count: (await call).data ?? null }))).then(
      (counts) => {
        if (current) setFound({ question, worst: worstOf(counts) });
      },
    );
    return () => {
      current = false;
    };
  }, [dispatch, question, enabled]);
  return enabled && found?.question === question ? found.worst : null;
}

function worstOf(counts: readonly { name: WorstFilter['name']; count: number | null }[]): WorstFilter | null {
  let worst: WorstFilter | null = null;
  for (const { name, count } of counts) {
    if (count === null) return null;
    if (count > (worst?.count ?? 0)) worst = { name, count };
  }
  return worst;
}
