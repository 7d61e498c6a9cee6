import { degreesPerKm } from '@switchback/geo/heading-change';
import { decodePolyline } from '@switchback/geo/polyline';
import { settledShareOf } from '@switchback/platform/places/line-places';
import type { Places } from '@switchback/platform/places/places';
import type { LineScenery } from '@switchback/proto/roads/v1/service';
import { type DerivedHeights, deriveHeights, type HeightsInput } from '../elevation/derive-heights.js';
import type { SrtmTiles } from '../elevation/srtm-tiles.js';
import { lineTags } from '../scenery/line-tags.js';

/** Increase it to derive the scenery of all drives again. */
export const SCENERY_VERSION = 1;

/** A line, and the facts about it to derive. */
export interface LineInput extends HeightsInput {
  heights: boolean;
  scenery: boolean;
}

/** Facts about a line, null if not requested. */
export interface DerivedLine {
  heights: DerivedHeights | null;
  scenery: LineScenery | null;
}

/** Derives facts about a line in this process; `places` is loaded only for scenery. */
export async function deriveLine(
  input: LineInput,
  tiles: SrtmTiles | null,
  places: () => Promise<Pick<Places, 'settledShare'>>,
): Promise<DerivedLine> {
  return {
    heights: input.heights ? await deriveHeights(input, tiles) : null,
    scenery: input.scenery ? sceneryOf(input.path, await places()) : null,
  };
}

function sceneryOf(path: string, places: Pick<Places, 'settledShare'>): LineScenery {
  const line = decodePolyline(path);
  return {
    tags: lineTags(line),
    settledShare: settledShareOf(line, places),
    degreesPerKm: degreesPerKm(line),
    version: SCENERY_VERSION,
  };
}
