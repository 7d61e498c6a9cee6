/** Minimum numbers of stars for which a search counts drives. */
export const STAR_STEPS = [1, 2, 3, 4, 5] as const;

const HOUR_SECONDS = 3_600;

/** Maximum durations in seconds for which a search counts drives: stops of the slider on the explore page. */
export const DURATION_STEPS_SECONDS = [0.5, 1, 2, 3, 4, 5].map((hours) => hours * HOUR_SECONDS);
