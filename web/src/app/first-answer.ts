import { api } from '../api/api.js';
import { searchArg } from '../features/explore/query.js';
import { parseExploreUrl } from '../features/explore/url.js';
import { surroundingsOf } from '../features/explore/use-surroundings.js';
import type { AppStore } from '../lib/store.js';

/** Requests the drives that the opened page shows first, while the rest of the page's code loads and starts. */
export function requestFirstAnswer(store: AppStore, { pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  if (pathname === '/') void store.dispatch(api.endpoints.popular.initiate(undefined, { subscribe: false }));
  if (pathname !== '/explore') return;
  const state = parseExploreUrl(search);
  // The page waits for the bounds of a drive that the URL names.
  if (state.drive !== null || state.search?.type === 'drive') return;
  const { units } = store.getState().interface;
  const surroundings = surroundingsOf({ position: null, start: state.bounds, known: state.location, units });
  void store.dispatch(api.endpoints.search.initiate(searchArg(state, surroundings), { subscribe: false }));
}
