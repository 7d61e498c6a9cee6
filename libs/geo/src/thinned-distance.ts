import { indexAt } from './guide/matching.js';
import type { LatLng } from './location.js';
import { metersAlong } from './measured-line.js';

/**
 * A line of fewer points is shorter. Returns a function that converts a distance along a line to the distance of the same
 * place along the thinned one.
 * @param thinned some of the line's own points, in their order, with its ends.
 */
export function thinnedDistance(line: readonly LatLng[], thinned: readonly LatLng[]): (meters: number) => number {
  const [before, after] = [metersAlong(line), metersAlong(thinned)];
  let index = -1;
  const meters = Float64Array.from(thinned, (point) => {
    index = line.indexOf(point, index + 1);
    return before[index]!;
  });
  return (along) => {
    const at = indexAt(meters, along);
    const step = (meters[at + 1] ?? meters[at]!) - meters[at]!;
    const share = step > 0 ? Math.min(1, (along - meters[at]!) / step) : 0;
    return after[at]! + share * ((after[at + 1] ?? after[at]!) - after[at]!);
  };
}
