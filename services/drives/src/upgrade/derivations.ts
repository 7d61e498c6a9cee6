import type { Ids } from '@switchback/platform/ids';
import type { DerivingRoads } from '../roads/roads.js';
import { elevationDerivation } from './elevation-derivation.js';
import { maneuversDerivation } from './maneuvers-derivation.js';
import { sceneryDerivation } from './scenery-derivation.js';
import type { Derivation } from './drive-upgrade.js';

/** Returns the columns that drives store derived: a new version derives those of all drives again. */
export function derivationsOf(roads: DerivingRoads, ids: Ids): readonly Derivation[] {
  return [sceneryDerivation(roads, ids), elevationDerivation(roads, ids), maneuversDerivation(roads, ids)];
}
