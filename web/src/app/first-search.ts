import { api } from '../api/api.js';
import { searchArg } from '../features/explore/query.js';
import { parseExploreUrl } from '../features/explore/url.js';
import { surroundingsOf } from '../features/explore/use-surroundings.js';
import type { AppStore } from '../lib/store/store.js';

/** Requests the drives that Explore shows first at this query string. */
export function requestFirstSearch(store: AppStore, query: string): void {
  const state = parseExploreUrl(query);
  // The page waits for the bounds of a drive that the URL names.
  if (state.drive !== null || state.search?.type === 'drive') return;
  const { units } = store.getState().interface;
  const surroundings = surroundingsOf({
    searched: null,
    start: state.bounds,
    linked: state.location,
    device: null,
    origin: null,
    units,
  });
  void store.dispatch(api.endpoints.search.initiate(searchArg(state, surroundings), { subscribe: false }));
}
