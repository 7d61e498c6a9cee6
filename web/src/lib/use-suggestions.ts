import { LIMITS } from '@switchback/contracts/rules/limits';
import { useSuggestDrivesQuery, useSuggestPlacesQuery } from '../api/api.js';
import type { SearchResult } from './search-result.js';
import { useDebounced } from './use-debounced.js';

const TYPING_MS = 150;

export interface Suggestions {
  drives: readonly SearchResult[];
  places: readonly SearchResult[];
  /** True once both have answered for the text as it stands. */
  settled: boolean;
}

/** Drives and places (or regions) that fit what was typed; the last ones stay until the next are there. */
export function useSuggestions(typed: string, kind: 'place' | 'geoname'): Suggestions {
  const trimmed = typed.trim().slice(0, LIMITS.searchTextMax);
  const text = useDebounced(trimmed, TYPING_MS);
  const skip = text === '';
  const drives = useSuggestDrivesQuery(text, { skip });
  const places = useSuggestPlacesQuery({ text, kind }, { skip });
  return {
    drives: skip ? [] : (drives.data ?? []),
    places: skip ? [] : (places.data ?? []),
    settled: !skip && text === trimmed && !drives.isFetching && !places.isFetching,
  };
}
