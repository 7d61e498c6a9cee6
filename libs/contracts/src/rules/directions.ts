/** Kinds of ways from one place to another: each may take longer than the one before it, for more curves. */
export const WAY_TASTES = ['fastest', 'winding', 'twisty', 'relentless'] as const;
export type WayTaste = (typeof WAY_TASTES)[number];

/** Note of straight legs between places for which the installation has no roads. */
export const NO_ROADS_NOTE = 'Straight line: road data isn’t available here';

/** Note of straight legs while the router, or the service that asks it, is down. */
export const ROUTER_AWAY_NOTE = 'Straight line: the router is not responding';

/** Returns the type of a maneuver by Google's word for it; Google has none where the road only continues. */
export function typeOfGoogleManeuver(maneuver: string | undefined): string {
  if (maneuver === undefined || maneuver === '') return 'continue';
  if (maneuver === 'straight') return 'keep straight';
  if (maneuver.startsWith('roundabout')) return 'roundabout';
  if (maneuver.startsWith('ferry')) return 'ferry';
  return maneuver.replace('fork', 'keep').replaceAll('-', ' ');
}
