import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { packSections, Sections } from './data-file.js';
import { packRegionLayer, RegionLayer, type RegionPart } from './region-layer.js';

/** Returns a box as a closed ring of [lng, lat]. */
function box(west: number, south: number, east: number, north: number): [number, number][] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

function layerOf(parts: RegionPart[]): RegionLayer {
  return new RegionLayer(new Sections(packSections(packRegionLayer('test', parts))), 'test');
}

describe('a layer of regions', () => {
  // Aim: holes are outside, an island in a hole belongs to another region, and parts of a region count as one.
  it('distinguishes regions, holes and islands', () => {
    const layer = layerOf([
      { region: 7, rings: [box(0, 0, 10, 10), box(2, 2, 8, 8)] },
      { region: 3, rings: [box(4, 4, 6, 6)] },
      { region: 7, rings: [box(20, -10, 20.2, -9.9)] },
    ]);
    expect(layer.at({ lat: 1, lng: 1 })).toBe(7);
    expect(layer.at({ lat: 3, lng: 3 })).toBe(-1);
    expect(layer.at({ lat: 5, lng: 5 })).toBe(3);
    expect(layer.at({ lat: -9.95, lng: 20.1 })).toBe(7);
    expect(layer.at({ lat: 5, lng: 11 })).toBe(-1);
  });

  // Aim: the grid of cells is only an optimization; results always match the shapes.
  it('agrees with the exact polygons everywhere', () => {
    const boxes = fc.tuple(
      fc.integer({ min: -179, max: 150 }),
      fc.integer({ min: -89, max: 60 }),
      fc.double({ min: 0.01, max: 29, noNaN: true }),
      fc.double({ min: 0.01, max: 29, noNaN: true }),
    );
    const points = fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: -0.5, max: 1.5, noNaN: true }),
    );
    fc.assert(
      fc.property(boxes, fc.array(points, { minLength: 20, maxLength: 20 }), ([west, south, width, height], shares) => {
        const layer = layerOf([{ region: 5, rings: [box(west, south, west + width, south + height)] }]);
        for (const [across, up] of shares) {
          const point = { lng: west + across * width, lat: south + up * height };
          const margin = 1e-4;
          const isNearEdge = Math.min(across * width, (1 - across) * width, Math.abs(up * height)) < margin;
          if (!isNearEdge && Math.abs((1 - up) * height) >= margin) {
            expect(layer.at(point)).toBe(up > 0 && up < 1 ? 5 : -1);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('the data file', () => {
  it('returns the packed data', () => {
    const texts = ['', 'Åndalsnes', '東京', 'a b'];
    const sections = new Sections(packSections({ one: Int16Array.of(1, -2, 3), texts, two: Float32Array.of(0.5) }));
    expect([...sections.numbers('one', Int16Array)]).toEqual([1, -2, 3]);
    expect([...sections.numbers('two', Float32Array)]).toEqual([0.5]);
    const table = sections.strings('texts');
    expect(Array.from({ length: table.length }, (_, index) => table.get(index))).toEqual(texts);
  });

  it('rejects another file', () => {
    expect(() => new Sections(Buffer.from('something else, long enough to be read'))).toThrow(/damaged/);
    expect(() => new Sections(packSections({})).numbers('one', Int16Array)).toThrow(/no section one/);
  });
});
