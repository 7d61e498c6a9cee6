// Aim: a place of a line has the distance of the same place on a thinned one.
import { expect, it } from '@jest/globals';
import { distanceMeters } from './distance.js';
import { measuredLine, metersAlong } from './measured-line.js';
import { thinnedDistance } from './thinned-distance.js';

it('finds the place of a line whose winding first half is thinned to its ends', () => {
  const line = Array.from({ length: 3_000 }, (_, at) => {
    return { lat: 46 + at / 5e4, lng: 9 + (at < 1_500 ? Math.sin(at / 3) / 1e4 : 0) };
  });
  const thinned = [line[0]!, ...line.slice(1_500)];
  const [whole, thin] = [metersAlong(line), measuredLine(thinned)];
  expect(whole.at(-1)! - metersAlong(thinned).at(-1)!).toBeGreaterThan(500);
  const distanceOf = thinnedDistance(line, thinned);
  for (const index of [0, 1_500, 1_777, 2_999]) {
    expect(distanceMeters(thin.locationAt(distanceOf(whole[index]!))!, line[index]!)).toBeLessThan(1);
  }
  expect(distanceMeters(thin.locationAt(distanceOf(whole[750]!))!, line[750]!)).toBeLessThan(20);
});
