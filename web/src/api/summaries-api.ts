import type { driveSummaries } from '@switchback/contracts/endpoints/drives';
import { api } from './api.js';
import type { AnswerOf, DriveCardData } from './types.js';

const withSummaries = api.injectEndpoints({
  endpoints: (build) => ({
    /** Summaries of a few drives, those that can be seen, in the order asked for. */
    summaries: build.query<DriveCardData[], readonly string[]>({
      providesTags: ['Seen'],
      query: (ids) => ({ route: 'driveSummaries', body: { ids } }),
      transformResponse: (answer: AnswerOf<typeof driveSummaries>) => answer.drives,
    }),
  }),
});

export const { useSummariesQuery } = withSummaries;
