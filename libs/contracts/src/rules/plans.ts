import type { CurvinessBand } from './curviness.js';

/** Page that plans drives which begin and end at a place. */
export const FROM_HERE_PAGE = '/from-here';

/** Time of a plan in minutes: its least, its most, and what the page proposes. */
export const PLAN_MINUTES = { min: 20, max: 600, proposed: 90 } as const;

/** Share of the requested time by which a plan may differ from it. */
export const PLAN_TOLERANCE = 0.15;

/** Above this repeated share, a plan is out and back, no loop. */
export const OUT_AND_BACK_SHARE = 0.5;

export const PLAN_TASTE: CurvinessBand = 'twisty';

/** Note of plans without loops while the router, or the service that asks it, is down. */
export const LOOPS_AWAY_NOTE = 'No loops: the router is not responding';
