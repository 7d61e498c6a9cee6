import type { PageText } from './pages.js';
import { type Units, UNITS_PER_METER } from './units.js';

/** Page that guides along a drive; its path continues with the drive's id. */
export const GUIDE_PAGE = '/drive';

/** Page that guides along a plan; its query and fragment are those of the page that plans. */
export const PLAN_GUIDE_PAGE = `${GUIDE_PAGE}/plan`;

/** Page that guides along a day of a trip; its path continues with the trip's id and the day. */
export const TRIP_GUIDE_PAGE = `${GUIDE_PAGE}/trip`;

/** Page text of every guide: the drive may be private. */
export function guidePage(product: string): PageText {
  return { title: `Drive - ${product}`, description: 'Guides along a drive, with voice, also without a network.' };
}

/** A distance to something ahead, rounded as a driver reads or hears it. */
export interface GuideDistance {
  value: number;
  unit: 'feet' | 'miles' | 'meters' | 'kilometers';
  decimals: 0 | 1;
}

const FEET_PER_MILE = 5_280;

/**
 * Rounds a distance for reading. Miles: feet below a tenth of a mile in steps of 50, then tenths up to ten miles, then
 * whole miles. Kilometers: 10 m, from 200 m on 50 m, then tenths up to ten kilometers, then whole kilometers.
 */
export function guideDistance(meters: number, units: Units): GuideDistance {
  const far = Math.max(0, meters) * UNITS_PER_METER[units];
  if (units === 'miles' && far < 0.1) return { value: stepped(far * FEET_PER_MILE, 50), unit: 'feet', decimals: 0 };
  if (units === 'kilometers' && far < 0.975) {
    return { value: stepped(meters, meters < 195 ? 10 : 50), unit: 'meters', decimals: 0 };
  }
  return far < 9.95
    ? { value: stepped(far, 0.1), unit: units, decimals: 1 }
    : { value: Math.round(far), unit: units, decimals: 0 };
}

/** A distance as it is spoken: quarters of a mile have names. */
export type SpokenDistance = GuideDistance | { quarters: 1 | 2 | 3 };

/** Rounds a distance for speaking: below two miles, in quarters where a voice would read decimals. */
export function spokenDistance(meters: number, units: Units): SpokenDistance {
  const far = meters * UNITS_PER_METER.miles;
  if (units === 'kilometers' || far < 0.1) return guideDistance(meters, units);
  if (far < 0.19) return { value: stepped(far * FEET_PER_MILE, 100), unit: 'feet', decimals: 0 };
  if (far >= 1.875) return guideDistance(meters, units);
  const quarters = Math.round(far * 4);
  if (quarters === 1 || quarters === 2 || quarters === 3) return { quarters };
  return { value: stepped(far, 0.5), unit: 'miles', decimals: far < 1.25 ? 0 : 1 };
}

function stepped(value: number, step: number): number {
  return Math.round((Math.round(value / step) * step + Number.EPSILON) * 10) / 10;
}
