import {
  ESTIMATE_MARK,
  shownDistance,
  shownDuration,
  type Units,
  UNITS_PER_METER,
} from '@switchback/contracts/rules/units';
import { texts } from '../../texts/en.js';

export function fromMeters(meters: number, units: Units): number {
  return meters * UNITS_PER_METER[units];
}

/** Converts to whole meters. */
export function toMeters(value: number, units: Units): number {
  return Math.round(value / UNITS_PER_METER[units]);
}

const FEET_PER_METER = 3.28084;

/** Converts a height: feet with miles, meters with kilometers. */
export function fromHeightMeters(meters: number, units: Units): number {
  return units === 'miles' ? meters * FEET_PER_METER : meters;
}

export function toHeightMeters(value: number, units: Units): number {
  return units === 'miles' ? value / FEET_PER_METER : value;
}

/** Formats by their number of decimals; creating one takes as long as drawing a card. */
const formats = new Map<number, Intl.NumberFormat>();

// Creating the first one loads the locale's rules: do it while the page waits for its data.
if ('requestIdleCallback' in globalThis) requestIdleCallback(() => numberText(0));

/** Formats a number in the browser's locale. */
export function numberText(value: number, maximumFractionDigits = 0): string {
  const format = formats.get(maximumFractionDigits) ?? new Intl.NumberFormat(undefined, { maximumFractionDigits });
  formats.set(maximumFractionDigits, format);
  return format.format(value);
}

/** `12.3 mi` below a hundred, `123 mi` from there on. */
export function distanceText(meters: number, units: Units): string {
  const { value, decimals } = shownDistance(meters, units);
  return texts.units[units](numberText(value, decimals));
}

/** Returns figures as screen readers say them: `about 35 min` for `~35 min`. */
export function heardText(figures: string): string {
  return figures.replaceAll(ESTIMATE_MARK, texts.units.heardMark);
}

/** `3,240 ft` with miles, `988 m` with kilometers. */
export function heightText(meters: number, units: Units): string {
  return texts.units.heights[units](numberText(fromHeightMeters(meters, units)));
}

/** `45 min`, `2 h`, `2 h 15 min`; without minutes from ten hours on. */
export function durationText(seconds: number): string {
  const { hours, minutes } = shownDuration(seconds);
  if (hours === 0) return texts.units.minutes(numberText(minutes));
  if (minutes === 0) return texts.units.hours(numberText(hours));
  return texts.units.hoursAndMinutes(numberText(hours), numberText(minutes));
}

let percent: Intl.NumberFormat | undefined;

/** Formats a share of 0 to 1 in whole percent. */
export function shareText(share: number): string {
  percent ??= new Intl.NumberFormat(undefined, { style: 'percent' });
  return percent.format(share);
}
