import type { WayChoice } from '@switchback/contracts/endpoints/directions';
import type { LatLng } from '@switchback/geo/location';
import { api } from '../../api/api.js';
import { asks } from '../../api/asks.js';
import { ROUTING_TIMEOUT_MS } from './editor-endpoints.js';

const waysApi = api.injectEndpoints({
  endpoints: (build) => ({
    wayChoices: build.query<readonly WayChoice[], { points: readonly LatLng[]; unpaved: boolean }>({
      ...asks(
        'findChoices',
        ({ points, unpaved }) => ({
          body: { waypoints: points.map((location) => ({ label: '', value: { location } })), unpaved },
          timeoutMs: ROUTING_TIMEOUT_MS,
        }),
        ({ choices }) => choices,
      ),
    }),
  }),
});

export const { useWayChoicesQuery } = waysApi;
