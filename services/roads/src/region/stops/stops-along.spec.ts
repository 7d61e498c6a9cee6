// Aim: of all places, exactly those within reach of a line are found, where it passes them nearest, in its order.
import { describe, expect, it } from '@jest/globals';
import { distanceToLineMeters } from '@switchback/geo/line-distance';
import { runSeed, seededRandom } from '@switchback/testing/random';
import { PlaceGrid } from './stops-along.js';

describe('places beside a line', () => {
  // Aim: agrees with a comparison of every place with the whole line, on lines of any shape and place.
  const seed = runSeed();
  it(`are the same as by brute force (seed ${seed})`, async () => {
    const generator = seededRandom(seed);
    const random = () => generator.next();
    for (let round = 0; round < 60; round += 1) {
      const center = { lat: random() * 120 - 60, lng: random() * 340 - 170 };
      const near = (degrees: number) => ({
        lat: center.lat + (random() - 0.5) * degrees,
        lng: center.lng + (random() - 0.5) * degrees,
      });
      const line = Array.from({ length: 2 + Math.floor(random() * 20) }, () => near(0.2));
      const places = Array.from({ length: 200 }, () => near(0.3));
      const meters = 50 + random() * 3_000;
      const found = await new PlaceGrid(places).beside(line, meters);
      // Steps of 20 km, far north, are no lines on a plane.
      const margin = 0.01 * meters + 20;
      for (const place of places) {
        const off = distanceToLineMeters(line, place);
        const beside = found.find((one) => one.place === place);
        if (Math.abs(off - meters) < margin) continue;
        expect([off < meters, beside !== undefined]).toEqual([off < meters, off < meters]);
        if (beside) expect(Math.abs(beside.off - off)).toBeLessThan(margin);
      }
      expect(found.map(({ along }) => along)).toEqual(found.map(({ along }) => along).toSorted((a, b) => a - b));
    }
  });

  it('are measured along the line, at the nearest of several passes', async () => {
    const out = [
      { lat: 0, lng: 10 },
      { lat: 0, lng: 10.1 },
    ];
    const line = [...out, { lat: 0.002, lng: 10.1 }, { lat: 0.002, lng: 10 }];
    const place = { lat: 0.0015, lng: 10.05 };
    const [found] = await new PlaceGrid([place]).beside(line, 500);
    expect(found!.off).toBeCloseTo(55.6, 0);
    expect(found!.along).toBeCloseTo(11_132 * 1.5 + 223, -2);
  });

  it('are none across a gap between two parts of a line, and around one point', async () => {
    const [a, b] = [
      { lat: 0, lng: 10 },
      { lat: 0, lng: 10.1 },
    ];
    const grid = new PlaceGrid([{ lat: 0, lng: 10.05 }]);
    expect(await grid.beside([a, a, b], 100)).toEqual([]);
    expect(await grid.beside([a], 100)).toEqual([]);
    expect(await grid.beside([a, b], 100)).toHaveLength(1);
  });
});
