import { isDeepStrictEqual } from 'node:util';
import type { DriveRoute } from '../drive/drive.entity.js';
import type { Derivation } from './drive-upgrade.js';
import type { Heights } from '../elevation/heights.js';

/** Takes half a second at most, unless it has large lines. */
const BATCH = 10;

/** Derives the heights of drives that an older release stored, or one without tiles that there are now. */
export function elevationDerivation(heights: Heights): Derivation {
  return {
    name: 'elevation',
    version: heights.version,
    batch: BATCH,
    isDue: ({ version, ...bounds }) => heights.isDue({ ...bounds, elevationVersion: version }),
    derive: async ({ path, elevation, directionsSource, profile, drive: { approximate } }) => {
      const columns = await heights.of({ path, elevation, directionsSource, approximate });
      const derived = { elevation: columns.route.elevation, profile: asStored(columns.route.profile) };
      return { ...columns, isChanged: !isDeepStrictEqual(derived, { elevation, profile }) };
    },
  };
}

/** Returns a profile as it is read back: without fields that are undefined. */
function asStored(profile: DriveRoute['profile']): unknown {
  return JSON.parse(JSON.stringify(profile)) as unknown;
}
