/**
 * Method and path of every call, without the schemas: what the browser needs at run time to make it.
 * Path parameters stand in braces. The schemas of each are in `endpoints/`.
 */
export const ROUTES = {
  searchDrives: { method: 'POST', path: '/api/drives/search' },
  autocompleteDrives: { method: 'POST', path: '/api/drives/search/autocomplete' },
  clusterDrives: { method: 'GET', path: '/api/drives/clusters' },
  driveLines: { method: 'GET', path: '/api/drives/lines' },
  driveSummaries: { method: 'POST', path: '/api/drives/summaries' },
  nearbyDrives: { method: 'POST', path: '/api/drives/nearby' },
  popularDrives: { method: 'GET', path: '/api/drives/popular' },
  worldRanking: { method: 'GET', path: '/api/rankings/drives/world' },
  driveStats: { method: 'GET', path: '/api/stats/drives' },
  driveDetails: { method: 'GET', path: '/api/drives/drive/{id}/details' },
  driveDetailsWithToken: { method: 'POST', path: '/api/drives/drive/{id}/details' },
  driveDirections: { method: 'GET', path: '/api/drives/drive/{id}/directions' },
  driveExport: { method: 'GET', path: '/api/drives/drive/{id}/export/{format}' },
  autocompletePlaces: { method: 'GET', path: '/api/places/autocomplete' },
  placeDetails: { method: 'GET', path: '/api/places/place/{value}' },
  countries: { method: 'GET', path: '/api/geo/countries' },
  states: { method: 'GET', path: '/api/geo/states/{countryId}' },
  cities: { method: 'GET', path: '/api/geo/cities/{countryId}/{stateId}' },
  health: { method: 'GET', path: '/api/health/{probe}' },
  settings: { method: 'GET', path: '/api/settings' },
} as const satisfies Record<string, { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: `/api/${string}` }>;

export type RouteName = keyof typeof ROUTES;
