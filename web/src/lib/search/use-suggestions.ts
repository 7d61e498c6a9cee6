import type { DriveSuggestion, Suggestion } from '@switchback/contracts/resources/geo';
import { figureText, type Units } from '@switchback/contracts/rules/units';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { LatLng } from '@switchback/geo/location';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useSuggestDrivesQuery, useSuggestPlacesQuery } from '../../api/api.js';
import { texts } from '../../texts/en.js';
import { collectionLink } from '../collections/collection-link.js';
import { exactResult, type SearchOption, searchOptions, withCollections } from './search-options.js';
import type { SearchResult } from './search-result.js';
import { useUnits } from '../store/store.js';
import { distanceText } from '../text/units.js';
import { useDebounced } from '../page/use-debounced.js';
import { usePublished } from './use-published.js';
import { useRecentSearches } from './use-recent-searches.js';
import { useUser } from '../people/use-user.js';

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
  /** Opens the page of a published collection. */
  onCollection: (id: string) => void;
  /** Stores a search. */
  note: (search: SearchResult) => void;
}

/**
 * Suggestions of a search box: the person's history, drives, places (or regions) and published collections. Old
 * ones stay until new ones arrive.
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
  const searched = searchOptions(trimmed, searches, trimmed === '' ? [] : found, (drive) => detailOf(drive, units));
  const published = usePublished(!skip);
  const options = withCollections(searched, published?.collectionOptions(published.collections, trimmed, units) ?? []);
  const navigate = useNavigate();
  return {
    options,
    hint: settled && !skip && options.length === 0 ? (drives.data?.hint ?? null) : null,
    exact: settled ? exactResult(found) : undefined,
    onForget: remove,
    onCollection: (id) => void navigate(collectionLink(id)),
    note,
  };
}

function detailOf({ states, distance, approximate }: DriveSuggestion, units: Units): string {
  const names = states.slice(0, STATES_SHOWN).map(({ name }) => name);
  const length = figureText(distanceText(distance, units), approximate);
  return texts.search.detail(names, states.length - names.length, length);
}
