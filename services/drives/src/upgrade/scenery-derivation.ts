import { isDeepStrictEqual } from 'node:util';
import type { Places } from '@switchback/platform/places/places';
import type { Drive } from '../drive/drive.entity.js';
import { DERIVE_SCENERY, isLarge, runLineProgram } from '../lines/line-program.js';
import type { Derivation } from './drive-upgrade.js';
import { type LineScenery, type SceneryInput, sceneryOf } from '../scenery/line-scenery.js';
import { mapTagColumns, SCENERY_VERSION } from '../scenery/map-tags.js';

/** Takes half a second at most, unless it has large lines. */
const BATCH = 25;

/** Derives the tags and estimated durations of drives that an older release stored. */
export function sceneryDerivation(places: Places): Derivation {
  return {
    name: 'scenery',
    version: SCENERY_VERSION,
    batch: BATCH,
    derive: async ({ drive, path }) => {
      const scenery = await derivedFrom({ path, estimated: estimatedOf(drive) }, places);
      if (!scenery) return { drive: { sceneryVersion: SCENERY_VERSION }, isChanged: false };
      const columns = { ...mapTagColumns(scenery.tags, drive), duration: scenery.durationSeconds ?? drive.duration };
      const isSame = isDeepStrictEqual(columns.mapTags, drive.mapTags) && columns.duration === drive.duration;
      return { drive: columns, isChanged: !isSame };
    },
  };
}

/** Derives the facts about a large line in a child process; null if they cannot be derived. */
async function derivedFrom(input: SceneryInput, places: Places): Promise<LineScenery | null> {
  if (!isLarge([input.path])) return sceneryOf(input, places);
  const open = () => Promise.resolve([Buffer.from(JSON.stringify(input))]);
  return runLineProgram<LineScenery | null>(DERIVE_SCENERY, open, { broken: null });
}

/** Returns no measures of an author's straight legs: they keep the duration that their form showed. */
function estimatedOf({ importKey, durationSource, distance, degreesPerKm }: Drive): SceneryInput['estimated'] {
  if (importKey === null || durationSource !== 'estimated') return null;
  return { distanceMeters: distance, degreesPerKm };
}
