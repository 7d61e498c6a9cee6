import { useCountriesQuery, useStatesQuery } from '../../../api/api.js';
import type { SearchResult } from '../../../lib/search/search-result.js';
import type { ExploreState } from '../explore-state.js';

/**
 * Returns the region that narrows the list, labeled with its country and any states; null without one or until it
 * loads.
 */
export function useFilteredRegion({
  view,
  country,
  states,
}: Pick<ExploreState, 'view' | 'country' | 'states'>): SearchResult | null {
  const id = view === 'list' ? country : null;
  const countries = useCountriesQuery(undefined, { skip: id === null });
  const offered = useStatesQuery(id ?? 0, { skip: id === null || states.length === 0 });
  if (id === null) return null;
  const within = countries.data?.find((region) => region.id === id);
  if (within === undefined) return null;
  const chosen = offered.currentData?.filter((region) => states.includes(region.id)) ?? [];
  const label = [chosen.map(({ name }) => name).join(' · '), within.name].filter(Boolean).join(', ');
  return { type: 'geoname', value: String(id), label };
}
