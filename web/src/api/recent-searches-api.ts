import { asks } from './asks.js';
import type { SearchResult } from '@switchback/contracts/resources/geo';
import { api } from './api.js';

export interface RecentSearchArg {
  userId: string;
  search: SearchResult;
}

type Searches = readonly SearchResult[];

const recentSearchesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The person's latest searches, newest first. */
    recentSearches: build.query<Searches, string>({
      ...asks(
        'recentSearches',
        (id) => ({ params: { id }, query: { query: true }, body: {} }),
        (answer) => answer.searches,
      ),
    }),
    noteSearch: build.mutation<Searches, RecentSearchArg & { kept: boolean }>({
      ...asks(
        ({ kept }) => (kept ? 'addRecentSearch' : 'removeRecentSearch'),
        ({ userId, search }) => ({ params: { id: userId }, body: { search } }),
        (answer) => answer.searches,
      ),
      async onQueryStarted({ userId }, { dispatch, queryFulfilled }) {
        // A history that could not be stored is not worth an error message.
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data !== null) await dispatch(recentSearchesApi.util.upsertQueryData('recentSearches', userId, data));
      },
    }),
  }),
});

export const { useRecentSearchesQuery, useNoteSearchMutation } = recentSearchesApi;
