import type { Places } from '@switchback/platform/places/places';
import { elevationDerivation } from './elevation-derivation.js';
import type { Heights } from '../elevation/heights.js';
import { sceneryDerivation } from './scenery-derivation.js';
import type { Derivation } from './drive-upgrade.js';

/** Returns the columns that drives store derived: a new version derives those of all drives again. */
export function derivationsOf(places: Places, heights: Heights): readonly Derivation[] {
  return [sceneryDerivation(places), elevationDerivation(heights)];
}
