import { texts } from '../texts/en.js';

export const UNITS = ['miles', 'kilometers'] as const;
export type Units = (typeof UNITS)[number];

/** Per meter, as the spec has them. */
const PER_METER: Record<Units, number> = { miles: 0.000621371, kilometers: 0.001 };

export function fromMeters(meters: number, units: Units): number {
  return meters * PER_METER[units];
}

/** Whole meters. */
export function toMeters(value: number, units: Units): number {
  return Math.round(value / PER_METER[units]);
}

/** A number in the browser's locale. */
export function numberText(value: number, maximumFractionDigits = 0): string {
  return new Intl.NumberFormat(undefined, { maximumFractionDigits }).format(value);
}

/** `12.3 mi` below a hundred, `123 mi` from there on. */
export function distanceText(meters: number, units: Units): string {
  const value = fromMeters(meters, units);
  return texts.units[units](numberText(value, value < 99.95 ? 1 : 0));
}

/** `45 min`, `2 h`, `2 h 15 min`; from ten hours on without minutes. */
export function durationText(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 60) return texts.units.minutes(numberText(minutes));
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours >= 10) return texts.units.hours(numberText(Math.round(minutes / 60)));
  return rest === 0
    ? texts.units.hours(numberText(hours))
    : texts.units.hoursAndMinutes(numberText(hours), numberText(rest));
}
