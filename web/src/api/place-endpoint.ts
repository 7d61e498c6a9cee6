import { api } from './api.js';

/** Fetches the place of a suggestion once it is chosen. */
export const useLazyPlaceQuery = api.endpoints.place.useLazyQuery;
