import { isDeepStrictEqual } from 'node:util';
import type { Ids } from '@switchback/platform/ids';
import { withFoundManeuvers } from '../content/found-maneuvers.js';
import type { RoadsPeer } from '../roads/roads.js';
import type { Derivation } from './drive-upgrade.js';

/** Each may take some seconds of the router. */
const BATCH = 10;

/**
 * Derives the maneuvers of drives that an older release stored, or one without a router that there is now. Straight
 * legs and lines that leave the roads stay without. A drive that the router has no time for is due again.
 */
export function maneuversDerivation(roads: RoadsPeer<'checkLines' | 'findManeuvers'>, ids: Ids): Derivation {
  const call = () => ({ requestId: ids.uuid(), caller: null });
  const versionNow = async () => (await (await roads()).checkLines({ lines: [] }, call())).maneuversVersion;
  return {
    name: 'maneuvers',
    batch: BATCH,
    check: async (outdated) => ({ version: await versionNow(), due: outdated.map(() => true) }),
    derive: async ({ path, waypoints, drive: { approximate } }) => {
      const version = { maneuversVersion: await versionNow() };
      if (approximate) return { drive: version, isChanged: false };
      let isLate = false;
      const found = await withFoundManeuvers({ path, waypoints }, async (paths) => {
        const { lines } = await (await roads()).findManeuvers({ paths: [...paths], turnsOf: '' }, call());
        isLate = lines.some((line) => line.isLate);
        return lines.map(({ maneuvers }) => maneuvers?.items);
      });
      const isChanged = !isDeepStrictEqual(found, waypoints);
      return { drive: isLate ? {} : version, ...(isChanged && { route: { waypoints: found } }), isChanged };
    },
  };
}
