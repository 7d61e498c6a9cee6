import type { DriveCardData } from '../../api/types.js';

export type Titled = Pick<DriveCardData, 'title' | 'statesOrProvinces'>;

const SEPARATOR = ' - ';

/** Returns the road that a drive's title names: "Natchez Trace Parkway - Alabama" is a section of a longer road. */
export function roadName({ title, statesOrProvinces }: Titled): string {
  const state = stateOf({ title, statesOrProvinces });
  return state === null ? title : title.slice(0, title.lastIndexOf(SEPARATOR));
}

/** Returns the state that a drive's title names as its section; null for a whole road. */
export function stateOf({ title, statesOrProvinces }: Titled): string | null {
  const at = title.lastIndexOf(SEPARATOR);
  const suffix = at > 0 ? title.slice(at + SEPARATOR.length) : '';
  return statesOrProvinces.some(({ name }) => name === suffix) ? suffix : null;
}
