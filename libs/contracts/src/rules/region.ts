/** States of the region's build. */
export const REGION_STATES = ['building', 'ready', 'failed'] as const;

/** Bounds of the numbers of a list of roads. */
export const ROADS_LIMIT = { default: 100, max: 500 } as const;
/** Meters around a place in which roads are listed: by default, and at most. */
export const ROADS_PROXIMITY = { default: 25_000, max: 250_000 } as const;
