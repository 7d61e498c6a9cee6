// Aim: numbers of places keep neighbors together, everywhere on the map.
import { describe, expect, it } from '@jest/globals';
import { zOrder } from './z-order.js';

describe('zOrder', () => {
  it('visits four cells in the shape of the letter, then the next four', () => {
    const [width, height] = [360 / 2 ** 15, 180 / 2 ** 15];
    const at = (column: number, row: number) =>
      zOrder({ lat: -90 + (row + 0.5) * height, lng: -180 + (column + 0.5) * width });
    expect([at(0, 0), at(1, 0), at(0, 1), at(1, 1), at(2, 0)]).toEqual([0, 1, 2, 3, 4]);
  });

  it('accepts the corners of the map', () => {
    expect(zOrder({ lat: -90, lng: -180 })).toBe(0);
    expect(zOrder({ lat: 90, lng: 180 })).toBe(2 ** 30 - 1);
  });

  it('keeps neighbors together', () => {
    // Aim: among places all over the map, consecutive ones are far closer to each other than random pairs.
    const share = (index: number, step: number) => (index * step) % 1;
    const places = Array.from({ length: 4_000 }, (_, index) => ({
      lat: share(index, Math.SQRT2) * 180 - 90,
      lng: share(index, Math.E) * 360 - 180,
    }));
    const steps = (list: typeof places) =>
      list
        .slice(1)
        .reduce((sum, { lat, lng }, index) => sum + Math.hypot(lat - list[index]!.lat, lng - list[index]!.lng), 0);
    const inOrder = [...places].sort((a, b) => zOrder(a) - zOrder(b));
    expect(steps(inOrder) / steps(places)).toBeLessThan(0.06);
  });
});
