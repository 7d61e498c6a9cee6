import { isDeepStrictEqual } from 'node:util';
import type { Ids } from '@switchback/platform/ids';
import { present } from '@switchback/platform/wire/values';
import { heightColumns } from '../content/drive-content.js';
import type { DriveRoute } from '../drive/drive.entity.js';
import type { MeasuringRoads } from '../roads/roads.js';
import type { Derivation } from './drive-upgrade.js';

/** Takes half a second at most, unless it has large lines. */
const BATCH = 10;

/** Derives the heights of drives that an older release stored, or one without tiles that there are now. */
export function elevationDerivation(roads: MeasuringRoads, ids: Ids): Derivation {
  const call = () => ({ requestId: ids.uuid(), caller: null });
  return {
    name: 'elevation',
    batch: BATCH,
    check: async (outdated) => {
      const lines = outdated.map(({ version, ...bounds }) => ({ bounds, heightsVersion: version }));
      const { heightsVersion: version, heightsDue: due } = await (await roads()).checkLines({ lines }, call());
      return { version, due };
    },
    derive: async ({ path, elevation, directionsSource, profile, drive: { approximate } }) => {
      const line = { path, elevation, directionsSource: directionsSource ?? undefined, approximate };
      const facts = { turnOf: '', heights: true, scenery: false };
      const { heights } = await (await roads()).measureLine({ ...line, ...facts }, call());
      const columns = heightColumns(present(heights, 'heights'));
      const derived = { elevation: columns.route.elevation, profile: asStored(columns.route.profile) };
      return { ...columns, isChanged: !isDeepStrictEqual(derived, { elevation, profile }) };
    },
  };
}

/** Returns a profile as it is read back: without fields that are undefined. */
function asStored(profile: DriveRoute['profile']): unknown {
  return JSON.parse(JSON.stringify(profile)) as unknown;
}
