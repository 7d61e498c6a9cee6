/** How distances, times and stars are shown: the same in the browser and on the pictures the server draws. */
export const UNITS = ['miles', 'kilometers'] as const;
export type Units = (typeof UNITS)[number];

/** Per meter, as the spec has them. */
export const UNITS_PER_METER: Record<Units, number> = { miles: 0.000621371, kilometers: 0.001 };

/** From here on, tenths say nothing. */
const WHOLE_FROM = 99.95;
const MINUTES_UP_TO_HOURS = 10;

/** A distance as shown: with a tenth below a hundred, whole from there on. */
export function shownDistance(meters: number, units: Units): { value: number; decimals: 0 | 1 } {
  const value = meters * UNITS_PER_METER[units];
  return { value, decimals: value < WHOLE_FROM ? 1 : 0 };
}

/** A time as shown: a minute at least, and from ten hours on without minutes. */
export function shownDuration(seconds: number): { hours: number; minutes: number } {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const hours = Math.floor(minutes / 60);
  return hours < MINUTES_UP_TO_HOURS
    ? { hours, minutes: minutes % 60 }
    : { hours: Math.round(minutes / 60), minutes: 0 };
}

/** A rating out of 5 as stars are drawn: in half steps. */
export function shownStars(rating: number): number {
  return Math.round(rating * 2) / 2;
}
