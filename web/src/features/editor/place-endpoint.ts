import { api } from '../../api/api.js';

/** A suggestion's place, asked for when it is chosen. */
export const useLazyPlaceQuery = api.endpoints.place.useLazyQuery;
