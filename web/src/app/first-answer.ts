import { api } from '../api/api.js';
import type { AppStore } from '../lib/store/store.js';

/** Requests the drives that the opened page shows first, while the rest of the page's code loads and starts. */
export function requestFirstAnswer(store: AppStore, { pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  if (pathname === '/') void store.dispatch(api.endpoints.popular.initiate(undefined, { subscribe: false }));
  if (pathname === '/explore') void requestFirstSearch(store, search);
}

/** Only Explore needs the code that reads its URL. The browser loads it together with the entry; see first-load. */
async function requestFirstSearch(store: AppStore, query: string): Promise<void> {
  const loaded = await import('./first-search.js').catch(() => null);
  loaded?.requestFirstSearch(store, query);
}
