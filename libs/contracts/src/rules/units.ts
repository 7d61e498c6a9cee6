/** Formats of distances, times and stars, shared by the browser and the pictures that the server draws. */
export const UNITS = ['miles', 'kilometers'] as const;
export type Units = (typeof UNITS)[number];

/** Units per meter, as in the spec. */
export const UNITS_PER_METER: Record<Units, number> = { miles: 0.000621371, kilometers: 0.001 };

/** Tenths are dropped from here on. */
const WHOLE_FROM = 99.95;
const MINUTES_UP_TO_HOURS = 10;

/** Formats a distance: one decimal below a hundred, none from there on. */
export function shownDistance(meters: number, units: Units): { value: number; decimals: 0 | 1 } {
  const value = meters * UNITS_PER_METER[units];
  return { value, decimals: value < WHOLE_FROM ? 1 : 0 };
}

/** Formats a duration: one minute at least, no minutes from ten hours on. */
export function shownDuration(seconds: number): { hours: number; minutes: number } {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const hours = Math.floor(minutes / 60);
  return hours < MINUTES_UP_TO_HOURS
    ? { hours, minutes: minutes % 60 }
    : { hours: Math.round(minutes / 60), minutes: 0 };
}

/** The only mark of an estimate. Figures of a router or an author have none. */
export const ESTIMATE_MARK = '~';

/** Returns a figure's text, marked if it is an estimate: `~35 min`. */
export function figureText(text: string, isEstimate: boolean): string {
  return isEstimate ? `${ESTIMATE_MARK}${text}` : text;
}

/** Rounds a rating out of 5 to half stars. */
export function shownStars(rating: number): number {
  return Math.round(rating * 2) / 2;
}
