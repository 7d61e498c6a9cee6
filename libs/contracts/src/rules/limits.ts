/** Limits of the spec and of the API, each written once. Units last in the names. */
export const LIMITS = {
  searchBatch: 25,
  searchHaveMax: 1_000,
  searchIdsMax: 1_000,
  searchTextMax: 200,
  bookmarkMax: 600,
  autocompleteDefault: 5,
  autocompleteMax: 20,
  autocompleteIncludeMax: 1_000,
  summariesMax: 100,
  nearbyMax: 25,
  popularMax: 24,
  worldRankingMax: 100,
  clustersMax: 1_200,
  linesMax: 500,
  zoomMax: 24,
  ratingMax: 10,
  starsMax: 5,
  curvinessMax: 1_000_000,
  waypointsMax: 9,
  pointsOfInterestMax: 20,
  bodyBytes: 1_000_000,
} as const;

/** The batch the search repeats on. */
export const UNITED_STATES_ID = 233;
