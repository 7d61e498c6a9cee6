import type { UserSummary } from '@switchback/contracts/resources/user';
import { api } from '../../api/api.js';
import { type Answer, asks } from '../../api/asks.js';

const peopleApi = api.injectEndpoints({
  endpoints: (build) => ({
    findUsers: build.query<Answer<'autocompleteUsers'>['results'], string>({
      ...asks(
        'autocompleteUsers',
        (text) => ({ query: { text, free: 'false', hero: 'true' } }),
        (answer) => answer.results,
      ),
    }),
    userSummary: build.query<UserSummary, string>({
      ...asks(
        'userSummary',
        (id) => ({ params: { id } }),
        (answer) => answer,
      ),
    }),
  }),
});

export const { useFindUsersQuery, useLazyUserSummaryQuery, useUserSummaryQuery } = peopleApi;
