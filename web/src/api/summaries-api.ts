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

    /** Meters from a place to the lines of a few drives, by id. */
    lineDistances: build.query<Record<string, number>, { ids: readonly string[]; from: string }>({
      providesTags: ['Seen'],
      ...asks(
        'searchDrives',
        ({ ids, from }) => ({ query: { ids: ids.join(), from, fields: 'distanceToLine' }, body: {} }),
        ({ drives }) =>
          Object.fromEntries(
            drives.flatMap(({ id, distanceToLine: meters = null }) => (meters === null ? [] : [[id, meters]])),
          ),
      ),
    }),
  }),
});

export const { useLineDistancesQuery, useSummariesQuery } = withSummaries;
