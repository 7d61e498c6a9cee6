import type { Deal } from '@switchback/contracts/resources/deal';
import { api } from './api.js';
import { asks } from './asks.js';

export const dealsApi = api.enhanceEndpoints({ addTagTypes: ['Deals'] }).injectEndpoints({
  endpoints: (build) => ({
    /** The deals of today, as far as the person may see them. */
    deals: build.query<Deal[], void>({
      providesTags: ['Deals', 'Seen'],
      ...asks(
        'deals',
        () => ({}),
        (answer) => answer.deals,
      ),
    }),
  }),
});

export const { useDealsQuery } = dealsApi;
