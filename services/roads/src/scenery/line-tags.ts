import type { TagCategory } from '@switchback/contracts/rules/drives';
import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { lineLengthMeters, partsOf } from '@switchback/geo/parts';
import { resamplePath } from '@switchback/geo/resample';
import type { Tag } from '@switchback/proto/drives/v1/drive';
import { Scenery, type Theme } from './scenery-file.js';

/** A quarter of a pixel of the raster; more on a line that would take too many steps. */
const STEP_METERS = 250;
const STEPS_MAX = 4_000;
/** Less may be an error of the map. */
const METERS_MIN = 500;

export interface LineTag {
  category: TagCategory;
  name: string;
  /** Length of the line for which the tag holds. */
  meters: number;
}

interface Rule {
  category: TagCategory;
  name: string;
  holds: (has: (theme: Theme) => boolean) => boolean;
  /** Minimum part of the line for which the tag must hold. */
  shareMin: number;
  /** Length that suffices on a line so long that it is a small part. */
  metersEnough?: number;
}

const environment = (theme: Theme, shareMin: number, metersEnough?: number): Rule => ({
  category: 'environment',
  name: theme,
  holds: (has) => has(theme),
  shareMin,
  ...(metersEnough !== undefined && { metersEnough }),
});

const RULES: readonly Rule[] = [
  environment('coast', 0.1, 30_000),
  environment('lake', 0.1, 30_000),
  environment('river', 0.2, 60_000),
  environment('city', 0.3),
  environment('mountain', 0.2, 60_000),
  environment('desert', 0.2, 60_000),
  environment('forest', 0.25, 60_000),
  environment('canyon', 0.2, 20_000),
  environment('swamp', 0.2, 20_000),
  {
    category: 'environment',
    name: 'rural',
    holds: (has) => !has('city') && !has('mountain') && !has('desert') && !has('park'),
    shareMin: 0.4,
  },
  { category: 'landuse', name: 'recreation', holds: (has) => has('park'), shareMin: 0.2, metersEnough: 30_000 },
];

/** Returns the tags that hold for enough of a line, in the order of the rules. */
export function lineTags(line: readonly LatLng[]): LineTag[] {
  const scenery = new Scenery();
  try {
    const lengths = measure(line, scenery);
    const total = sumOf([...lengths.values()]);
    return RULES.flatMap(({ category, name, holds, shareMin, metersEnough = Infinity }) => {
      const held = [...lengths].filter(([bits]) => holds((theme) => scenery.includes(bits, theme)));
      const meters = Math.round(sumOf(held.map(([, length]) => length)));
      const isEnough = meters >= METERS_MIN && (meters >= shareMin * total || meters >= metersEnough);
      return isEnough ? [{ category, name, meters }] : [];
    });
  } finally {
    scenery.close();
  }
}

/** Returns the tags that follow from a line before it has a text. */
export function suggestedTags(line: readonly LatLng[]): Tag[] {
  return lineTags(line).map((tag) => ({ ...tag, source: 'map' }));
}

/** Returns the length of the line for each combination of themes on it. */
function measure(line: readonly LatLng[], scenery: Scenery): Map<number, number> {
  const lengths = new Map<number, number>();
  const stepMeters = Math.max(STEP_METERS, lineLengthMeters(line) / STEPS_MAX);
  for (const part of partsOf(line)) {
    const points = resamplePath(part, stepMeters);
    for (let index = 1; index < points.length; index += 1) {
      const bits = scenery.at(points[index]!);
      lengths.set(bits, (lengths.get(bits) ?? 0) + distanceMeters(points[index - 1]!, points[index]!));
    }
  }
  return lengths;
}

function sumOf(lengths: readonly number[]): number {
  return lengths.reduce((sum, length) => sum + length, 0);
}
