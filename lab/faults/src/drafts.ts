import type { ImportedDrive } from '@switchback/drives/content/drive-content';
import { normalizeFeature } from '@switchback/tracks/features/normalize-feature';
import { partitionOf } from '@switchback/platform/events/event';
import { seededRandom } from '@switchback/testing/random';

const SEEDS = 2 ** 31;
const POINTS_MAX = 6;
const STEP_DEGREES = 0.1;

/** Generates a given edit of a drive: the same for the same key and edit in every process, different for any other. */
export function draftOf(key: string, edit: number): ImportedDrive {
  const random = seededRandom(partitionOf(`${key} ${edit}`, SEEDS));
  let [lng, lat] = [-120 + random.next() * 45, 30 + random.next() * 15];
  const coordinates = Array.from({ length: 2 + random.below(POINTS_MAX - 1) }, () => {
    [lng, lat] = [lng + (random.next() + 0.1) * STEP_DEGREES, lat + (random.next() - 0.5) * STEP_DEGREES];
    return [lng, lat];
  });
  const normalized = normalizeFeature({
    id: key,
    properties: { title: `Drive ${key}, edit ${edit}` },
    geometry: { type: 'LineString', coordinates },
  });
  if ('refused' in normalized) throw new Error(normalized.refused);
  return normalized.drive;
}
