import { exploreTexts } from '../../texts/explore.js';
import type { Range } from './explore-state.js';
import type { Steps } from './range-filters.js';

/** Returns the index of the slider's last position. */
export function lastStep({ stops, open }: Steps): number {
  return open ? stops.length : stops.length - 1;
}

/** Returns the handle positions for a range; a bound between two stops shows at the nearer one. */
export function handlesOf(range: Range | null, steps: Steps): [number, number] {
  const last = lastStep(steps);
  const low = range?.min == null ? 0 : nearest(range.min, steps.stops);
  const high = range?.max == null ? last : highestStep(range.max, steps);
  return [Math.min(low, last - steps.apart), Math.max(high, low + steps.apart)];
}

/** Returns the range for the handle positions; null for the full range, which is no filter. */
export function rangeOf([low, high]: readonly [number, number], steps: Steps): Range | null {
  const last = lastStep(steps);
  if (low <= 0 && high >= last) return null;
  return { min: steps.stops[low] ?? null, max: (steps.ends ?? steps.stops)[high] ?? null };
}

/** Returns the label of a handle position. */
export function stepText(index: number, steps: Steps): string {
  const value = steps.stops[index];
  return value === undefined ? exploreTexts.filters.any : steps.text(value);
}

/** Returns the interval that contains an upper bound, or the nearest stop. */
function highestStep(max: number, { ends, stops }: Steps): number {
  return ends?.findIndex((end) => end === null || end >= max) ?? nearest(max, stops);
}

function nearest(value: number, stops: readonly number[]): number {
  let best = 0;
  stops.forEach((stop, index) => {
    if (Math.abs(stop - value) < Math.abs((stops[best] ?? 0) - value)) best = index;
  });
  return best;
}
