import { wayTexts } from '../../texts/ways.js';
import { numberText } from '../text/units.js';

const words = wayTexts;
/** Towns named; a single further one is named rather than counted. */
const TOWNS_MAX = 3;

/** `12 % motorway`. */
export function motorwayText(share: number): string {
  const percent = Math.round(100 * share);
  return percent === 0 ? words.noMotorway : words.motorway(`${numberText(percent)} %`);
}

/** `Through Vaduz, Schaan, Eschen, and 3 more`. */
export function townsText(towns: readonly string[]): string {
  if (towns.length === 0) return words.noTown;
  const isLong = towns.length > TOWNS_MAX + 1;
  const some = isLong ? [...towns.slice(0, TOWNS_MAX), words.more(towns.length - TOWNS_MAX)] : towns;
  return words.through(new Intl.ListFormat('en-US').format(some));
}
