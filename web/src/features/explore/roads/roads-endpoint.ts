import type { SavedDrive } from '@switchback/contracts/endpoints/authoring';
import type { Road, RoadsAnswer } from '@switchback/contracts/endpoints/roads';
import { api } from '../../../api/api.js';
import { answerTo, asks } from '../../../api/asks.js';
import { userRefreshAsked } from '../../../session/session-slice.js';
import { draftOfRoad } from './draft-of-road.js';

interface RoadsQuery {
  bounds: string;
  limit: string;
  unpaved: string;
}

export const roadsApi = api.injectEndpoints({
  endpoints: (build) => ({
    // A drive that is published may cover a road.
    roads: build.query<RoadsAnswer, RoadsQuery>({ providesTags: ['Seen'], ...asks('roads', (query) => ({ query })) }),
    road: build.query({ ...asks('roadDetails', (id: string) => ({ params: { id } })) }),
    /** Stores a road as a private drive. */
    takeRoad: build.mutation<SavedDrive, Pick<Road, 'id' | 'name' | 'ref'>>({
      async queryFn(road, _api, _options, call) {
        const found = await answerTo(call, 'roadDetails', { params: { id: road.id } });
        if (found.error !== undefined) return { error: found.error };
        const { source, legs } = found.data.directions;
        const { fields, route } = draftOfRoad(road, found.data.directions);
        const { title, tags } = fields;
        const details = {
          title,
          tags: [...tags],
          privacy: 'private' as const,
          waypoints: [...route.waypoints],
          directions: { source, legs },
        };
        // Taking the same road twice stores one drive.
        const idempotencyKey = `road-${road.id}`;
        const saved = await answerTo(call, 'createDrive', { body: { details }, idempotencyKey });
        return saved.error === undefined ? { data: saved.data } : { error: saved.error };
      },
      invalidatesTags: ['Seen', 'Kept'],
      onQueryStarted: (_road, { dispatch, queryFulfilled }) => {
        queryFulfilled.then(
          () => dispatch(userRefreshAsked()),
          () => undefined,
        );
      },
    }),
  }),
});

export const { useRoadsQuery, useTakeRoadMutation } = roadsApi;
