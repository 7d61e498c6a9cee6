import type { SearchResult } from '@switchback/contracts/resources/geo';

export type { SearchResult };

export const SEARCH_TYPES = ['drive', 'place', 'geoname', 'text'] as const satisfies readonly SearchResult['type'][];

/**
 * Formats `label|value|type`, the page's `search` parameter. A bar in the value would end it early and is replaced by a
 * space.
 */
export function searchResultText({ label, value, type }: SearchResult): string {
  return `${label}|${value.replaceAll('|', ' ')}|${type}`;
}

/** Parses `label|value|type`; null unless all three are present and the type is known. A label may contain bars. */
export function parseSearchResult(text: string): SearchResult | null {
  const parts = text.split('|');
  const type = SEARCH_TYPES.find((known) => known === parts.at(-1));
  const value = parts.at(-2) ?? '';
  const label = parts.slice(0, -2).join('|');
  return type === undefined || value === '' || label === '' ? null : { label, value, type };
}

export function textSearch(text: string): SearchResult {
  return { label: text, value: text.replaceAll('|', ' '), type: 'text' };
}
