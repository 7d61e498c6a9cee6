import type { RoadsAnswer } from '@switchback/contracts/endpoints/roads';
import { api } from '../../../api/api.js';
import { asks } from '../../../api/asks.js';

interface RoadsQuery {
  bounds: string;
  limit: string;
}

export const roadsApi = api.injectEndpoints({
  endpoints: (build) => ({
    // A drive that is published may cover a road.
    roads: build.query<RoadsAnswer, RoadsQuery>({ providesTags: ['Seen'], ...asks('roads', (query) => ({ query })) }),
    road: build.query({ ...asks('roadDetails', (id: string) => ({ params: { id } })) }),
  }),
});

export const { useRoadsQuery } = roadsApi;
