import { figureText, type Units } from '@switchback/contracts/rules/units';
import type { DriveCardData } from '../../api/types.js';
import { distanceText, durationText } from '../text/units.js';

/** Returns a drive's length, marked if its line is approximate. */
export function drivenDistance(
  { distance, approximate }: Pick<DriveCardData, 'distance' | 'approximate'>,
  units: Units,
) {
  return figureText(distanceText(distance, units), approximate);
}

/** Returns a drive's duration, marked if it is estimated. */
export function drivenDuration({
  duration,
  durationSource,
}: Pick<DriveCardData, 'duration' | 'durationSource'>): string {
  return figureText(durationText(duration), durationSource === 'estimated');
}
