import { asks } from './asks.js';
import { api } from './api.js';
import type { DriveCardData } from './types.js';

const withSummaries = api.injectEndpoints({
  endpoints: (build) => ({
    /** Summaries of a few drives: those that the person may see, in the requested order. */
    summaries: build.query<DriveCardData[], readonly string[]>({
      providesTags: ['Seen'],
      ...asks(
        'driveSummaries',
        (ids) => ({ body: { ids: [...ids] } }),
        (answer) => answer.drives,
      ),
    }),
  }),
});

export const { useSummariesQuery } = withSummaries;
