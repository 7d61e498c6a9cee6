import { degreesPerKm } from '@switchback/geo/heading-change';
import { decodePolyline } from '@switchback/geo/polyline';
import type { Places } from '@switchback/platform/places/places';
import { settledShareOf } from '../lines/line-places.js';
import { estimateDurationSeconds } from '@switchback/tracks/features/estimate-duration';
import { type LineTag, lineTags } from './line-tags.js';

export interface SceneryInput {
  /** As stored. */
  path: string;
  /** Measures of a line whose duration is an estimate; null for any other. */
  estimated: { distanceMeters: number; degreesPerKm: number | null } | null;
}

/** Facts about a line that follow from the map. */
export interface LineScenery {
  tags: LineTag[];
  /** Null if the duration is no estimate. */
  durationSeconds: number | null;
}

/** Returns the facts about a line that follow from the map. */
export function sceneryOf({ path, estimated }: SceneryInput, places: Pick<Places, 'settledShare'>): LineScenery {
  const line = decodePolyline(path);
  const tags = lineTags(line);
  if (!estimated) return { tags, durationSeconds: null };
  const measured = { ...estimated, degreesPerKm: estimated.degreesPerKm ?? degreesPerKm(line) };
  return { tags, durationSeconds: estimateDurationSeconds(measured, settledShareOf(line, places)) };
}
