/** States of the region's build. */
export const REGION_STATES = ['building', 'ready', 'failed'] as const;
