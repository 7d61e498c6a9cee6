import { shownDistance, shownDuration, type Units } from '@switchback/contracts/rules/units';

const SUFFIX: Record<Units, string> = { miles: 'mi', kilometers: 'km' };

/** Formats a distance in both units: `7.7 mi (12.3 km)`. */
export function distanceText(meters: number): string {
  const inUnits = (units: Units) => {
    const { value, decimals } = shownDistance(meters, units);
    return `${numberText(value, decimals)} ${SUFFIX[units]}`;
  };
  return `${inUnits('miles')} (${inUnits('kilometers')})`;
}

/** Formats a duration: `45 min`, `2 h 15 min`. */
export function durationText(seconds: number): string {
  const { hours, minutes } = shownDuration(seconds);
  return [hours > 0 ? `${numberText(hours)} h` : '', minutes > 0 ? `${minutes} min` : ''].filter(Boolean).join(' ');
}

/** Formats a number in English, for texts written before their reader's language is known. */
export function numberText(value: number, maximumFractionDigits = 0): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits }).format(value);
}
