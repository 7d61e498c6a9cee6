import type { Road } from '@switchback/contracts/endpoints/roads';
import type { Units } from '@switchback/contracts/rules/units';
import { curvesText } from '../../../lib/drives/curviness-text.js';
import { distanceText } from '../../../lib/text/units.js';
import { roadsTexts } from '../../../texts/roads.js';

const words = roadsTexts;

/** Returns name and number of a road; the state of one without either. */
export function roadName({ name, ref, states }: Pick<Road, 'name' | 'ref' | 'states'>): string {
  if (name !== null && ref !== null) return words.both(name, ref);
  return name ?? ref ?? (states[0] === undefined ? words.unnamed : words.unnamedIn(states[0].name));
}

/** Returns length, curves, hairpins and surface of a road. */
export function roadFacts({ distance, curvinessFine, hairpins, surface, unpaved }: Road, units: Units): string[] {
  return [
    distanceText(distance, units),
    curvesText(curvinessFine, units),
    hairpins === 0 ? words.noHairpins : words.hairpins(hairpins),
    ...(unpaved ? [words.unpaved] : []),
    ...(surface !== null ? [capitalized(surface.replaceAll('_', ' '))] : []),
  ];
}

function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
