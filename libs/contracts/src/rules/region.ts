/** States of the region's build. */
export const REGION_STATES = ['building', 'ready', 'failed'] as const;

/** Bounds of the numbers of a list of roads. */
export const ROADS_LIMIT = { default: 100, max: 500 } as const;
/** Meters around a place in which roads are listed: by default, and at most. */
export const ROADS_PROXIMITY = { default: 25_000, max: 250_000 } as const;

/** Places where a driver may want to stop. */
export const STOP_KINDS = ['fuel', 'charger', 'food', 'view', 'pass', 'toilets'] as const;
export type StopKind = (typeof STOP_KINDS)[number];
/** Seconds that a stop may take off a drive's line and back: by default, and at most. */
export const STOPS_WITHIN = { default: 120, max: 600 } as const;
export const STOPS_MAX = 200;
