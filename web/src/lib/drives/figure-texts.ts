import type { Units } from '@switchback/contracts/rules/units';
import type { DriveCardData } from '../../api/types.js';
import { texts } from '../../texts/en.js';
import { distanceText, durationText } from '../text/units.js';

/** Returns a drive's length, marked if its line is approximate. */
export function drivenDistance(
  { distance, approximate }: Pick<DriveCardData, 'distance' | 'approximate'>,
  units: Units,
) {
  const text = distanceText(distance, units);
  return approximate ? texts.units.approximately(text) : text;
}

/** Returns a drive's duration, marked if it is estimated. */
export function drivenDuration({
  duration,
  durationSource,
}: Pick<DriveCardData, 'duration' | 'durationSource'>): string {
  const text = durationText(duration);
  return durationSource === 'estimated' ? texts.units.approximately(text) : text;
}
