import type { Stop } from '@switchback/contracts/endpoints/stops';
import { api } from '../../api/api.js';
import { asks } from '../../api/asks.js';

const stopsApi = api.injectEndpoints({
  endpoints: (build) => ({
    stops: build.query<Stop[], string>({
      providesTags: ['Seen'],
      ...asks(
        'driveStops',
        (driveId) => ({ params: { id: driveId } }),
        (answer) => answer.stops,
      ),
    }),
  }),
});

export const { useStopsQuery } = stopsApi;
