import { skipToken } from '@reduxjs/toolkit/query';
import { useRef } from 'react';
import { useNoteSearchMutation, useRecentSearchesQuery } from '../../api/recent-searches-api.js';
import type { SearchResult } from './search-result.js';
import { useSession } from '../people/use-user.js';

const SHOWN_MAX = 5;
const CHOOSING_MS = 100;

export interface RecentSearches {
  searches: readonly SearchResult[];
  /** Stores a search, the last of several chosen in a row; plain texts are not stored. */
  note: (search: SearchResult) => void;
  remove: (search: SearchResult) => void;
}

/** The latest searches of the person who is logged in; guests have no history. */
export function useRecentSearches(): RecentSearches {
  const userId = useSession()?.userId ?? null;
  const { currentData = [] } = useRecentSearchesQuery(userId ?? skipToken);
  const [send] = useNoteSearchMutation();
  // The choice may navigate to another page; the search is stored regardless.
  const chosen = useRef<ReturnType<typeof setTimeout>>(undefined);
  const put = (search: SearchResult, kept: boolean) => {
    if (userId !== null && search.type !== 'text') void send({ userId, search, kept });
  };
  return {
    searches: userId === null ? [] : currentData.slice(0, SHOWN_MAX),
    note: (search) => {
      clearTimeout(chosen.current);
      chosen.current = setTimeout(() => put(search, true), CHOOSING_MS);
    },
    remove: (search) => put(search, false),
  };
}
