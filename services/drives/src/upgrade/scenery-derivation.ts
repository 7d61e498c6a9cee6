import { isDeepStrictEqual } from 'node:util';
import type { Ids } from '@switchback/platform/ids';
import type { LineScenery } from '@switchback/proto/roads/v1/service';
import { estimateDurationSeconds } from '@switchback/tracks/features/estimate-duration';
import type { Drive } from '../drive/drive.entity.js';
import type { MeasuringRoads } from '../roads/roads.js';
import { mapTagColumns, sceneryVersionOf } from '../tags/map-tags.js';
import type { Derivation } from './drive-upgrade.js';

/** Takes half a second at most, unless it has large lines. */
const BATCH = 25;

/** Derives the tags and estimated durations of drives that an older release stored, or one without the roads service. */
export function sceneryDerivation(roads: MeasuringRoads, ids: Ids): Derivation {
  const call = () => ({ requestId: ids.uuid(), caller: null });
  const versionNow = async () => (await (await roads()).checkLines({ lines: [] }, call())).sceneryVersion;
  return {
    name: 'scenery',
    batch: BATCH,
    check: async (outdated) => ({ version: sceneryVersionOf(await versionNow()), due: outdated.map(() => true) }),
    derive: async ({ drive, path, elevation }) => {
      const facts = { turnOf: '', heights: false, scenery: true, directionsSource: undefined, approximate: false };
      const { scenery } = await (await roads()).measureLine({ path, elevation, ...facts }, call());
      // The line cannot be read, now or later.
      if (!scenery) return { drive: { sceneryVersion: sceneryVersionOf(await versionNow()) }, isChanged: false };
      const columns = { ...mapTagColumns(scenery, drive), duration: estimatedDuration(drive, scenery) };
      const isSame = isDeepStrictEqual(columns.mapTags, drive.mapTags) && columns.duration === drive.duration;
      return { drive: columns, isChanged: !isSame };
    },
  };
}

/** Keeps what is no estimate, and the estimate for an author's straight legs, which is the one their form showed. */
function estimatedDuration(drive: Drive, { settledShare, ...scenery }: LineScenery): number {
  const { importKey, durationSource, duration, distance: distanceMeters } = drive;
  if (importKey === null || durationSource !== 'estimated') return duration;
  const degreesPerKm = drive.degreesPerKm ?? scenery.degreesPerKm;
  return estimateDurationSeconds({ distanceMeters, degreesPerKm }, settledShare);
}
