import type { DriveSuggestion, Suggestion } from '@switchback/contracts/resources/geo';
import type { Units } from '@switchback/contracts/rules/units';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { LatLng } from '@switchback/geo/location';
import { useMemo } from 'react';
import { useSuggestDrivesQuery, useSuggestPlacesQuery } from '../api/api.js';
import { texts } from '../texts/en.js';
import { exactResult, type SearchOption, searchOptions } from './search-options.js';
import type { SearchResult } from './search-result.js';
import { useUnits } from './store.js';
import { distanceText } from './units.js';
import { useDebounced } from './use-debounced.js';
import { useRecentSearches } from './use-recent-searches.js';
import { useUser } from './use-user.js';

const TYPING_MS = 100;
/** About 10 km, so that moving the map rarely changes the request. */
const NEAR_DECIMALS = 1;
const NONE: readonly Suggestion[] = [];
const STATES_SHOWN = 2;

interface Asked {
  /** As typed; '' offers only the history. */
  text: string;
  kind: 'place' | 'geoname';
  /** The location that the person is looking at; null if unknown. */
  near: LatLng | null;
}

export interface Suggestions {
  options: readonly SearchOption[];
  /** The suggestion whose full name is the text; undefined until both requests for the current text have returned. */
  exact: SearchResult | null | undefined;
  /** The next step, if there are no suggestions for the current text. */
  hint: string | null;
  onForget: (search: SearchResult) => void;
  /** Stores a search. */
  note: (search: SearchResult) => void;
}

/**
 * Suggestions of a search box: the person's history, drives and places (or regions). Old ones stay until new ones
 * arrive.
 */
export function useSuggestions({ text: typed, kind, near }: Asked): Suggestions {
  const trimmed = typed.trim().slice(0, LIMITS.searchTextMax);
  const text = useDebounced(trimmed, TYPING_MS);
  const { searches, note, remove } = useRecentSearches();
  const user = useUser();
  const skip = text === '';
  const where = near === null ? undefined : `${near.lat.toFixed(NEAR_DECIMALS)},${near.lng.toFixed(NEAR_DECIMALS)}`;
  const include = useMemo(
    () => user && [...user.privateDrives, ...user.sharedDrives.flatMap((shared) => shared.drives)],
    [user],
  );
  const drives = useSuggestDrivesQuery(
    { text, near: where, include: include?.slice(0, LIMITS.autocompleteIncludeMax) ?? [] },
    { skip },
  );
  const places = useSuggestPlacesQuery({ text, kind, near: where }, { skip });
  const units = useUnits();
  const found = skip ? [] : [drives.data?.results ?? NONE, places.data ?? NONE];
  const settled = text === trimmed && !drives.isFetching && !places.isFetching;
  const options = searchOptions(trimmed, searches, trimmed === '' ? [] : found, (drive) => detailOf(drive, units));
  return {
    options,
    hint: settled && !skip && options.length === 0 ? (drives.data?.hint ?? null) : null,
    exact: settled ? exactResult(found) : undefined,
    onForget: remove,
    note,
  };
}

function detailOf({ states, distance }: DriveSuggestion, units: Units): string {
  const names = states.slice(0, STATES_SHOWN).map(({ name }) => name);
  return texts.search.detail(names, states.length - names.length, distanceText(distance, units));
}
