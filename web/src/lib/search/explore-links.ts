import type { DriveCardData } from '../../api/types.js';
import { searchResultText, type SearchResult } from './search-result.js';

/** Link to a search on the explore page's map, as used by the landing page. */
export function searchLink(result: SearchResult): string {
  return `/explore?${new URLSearchParams({ view: 'map', search: searchResultText(result) })}`;
}

/** Link to the explore page's map with a drive opened. */
export function driveLink({ id, title }: Pick<DriveCardData, 'id' | 'title'>): string {
  const search = searchResultText({ label: title, value: id, type: 'drive' });
  return `/explore?${new URLSearchParams({ view: 'map', drive: id, details: 'true', search })}`;
}

/** State of a link from the explore page to the planner, which then starts at the place on the map. */
export const STARTS_AT_MAP = 'starts-at-map';
