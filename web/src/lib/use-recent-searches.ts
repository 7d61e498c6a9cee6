import { skipToken } from '@reduxjs/toolkit/query';
import { useRef } from 'react';
import { useNoteSearchMutation, useRecentSearchesQuery } from '../api/recent-searches-api.js';
import type { SearchResult } from './search-result.js';
import { useSession } from './use-user.js';

const SHOWN_MAX = 5;
const CHOOSING_MS = 100;

export interface RecentSearches {
  searches: readonly SearchResult[];
  /** Keeps a search for later, the last of several chosen in a row; words alone are not kept. */
  note: (search: SearchResult) => void;
  forget: (search: SearchResult) => void;
}

/** What the person who is logged in searched for last; nobody else has a history. */
export function useRecentSearches(): RecentSearches {
  const userId = useSession()?.userId ?? null;
  const { currentData = [] } = useRecentSearchesQuery(userId ?? skipToken);
  const [send] = useNoteSearchMutation();
  // Choosing may lead to another page: the search is kept all the same.
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
    forget: (search) => put(search, false),
  };
}
