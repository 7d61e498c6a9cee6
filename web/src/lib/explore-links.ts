import type { DriveCardData } from '../api/types.js';
import { searchResultText, type SearchResult } from './search-result.js';

/** The explore page on the map with a search, as the landing page sends it. */
export function searchLink(result: SearchResult): string {
  return `/explore?${new URLSearchParams({ view: 'map', search: searchResultText(result) })}`;
}

/** The explore page on the map with a drive opened. */
export function driveLink({ id, title }: Pick<DriveCardData, 'id' | 'title'>): string {
  const search = searchResultText({ label: title, value: id, type: 'drive' });
  return `/explore?${new URLSearchParams({ view: 'map', drive: id, details: 'true', search })}`;
}
