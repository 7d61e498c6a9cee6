// Aim: each tile of the base map contains its own features, and none of its neighbors'.
import vtPbf from 'vt-pbf';
import { describe, expect, it } from 'vitest';
import { bundleOf, cutBundles, packBundle } from './tiles.mjs';

const point = (coordinates, properties) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates },
});
const layer = (features, rest = {}) => ({
  name: 'cities',
  minZoom: 0,
  data: { type: 'FeatureCollection', features },
  ...rest,
});

/** The whole world, beyond the tiles' buffers, with holes. */
const sea = (...shores) => {
  const square = (west, south, east, north) => [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const geometry = {
    type: 'Polygon',
    coordinates: [square(-190, -90, 190, 90), ...shores.map((box) => square(...box))],
  };
  return {
    name: 'sea',
    minZoom: 0,
    data: { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry }] },
  };
};

describe('cutBundles', () => {
  // The client derives the bundle from the tile's name alone, so each tile must be in that bundle.
  it('puts every tile of a point into the bundle that the client requests', () => {
    const bundles = cutBundles([sea(), layer([point([-82.55, 35.6], { name: 'Asheville' })])]);
    for (const [name, tiles] of bundles) {
      for (const key of tiles.keys()) expect(bundleOf(...key.split('/').map(Number))).toBe(name);
    }
    const seaOrPoint = ['2/1/1', '2/2/2', '3/2/3', '3/4/2'].map((key) => bundles.get('world').has(key));
    expect(seaOrPoint).toEqual([true, false, true, false]);
    expect(bundles.get('4-4-6').has('7/34/50')).toBe(true);
  });

  // Most tiles are open sea, which the client draws without a request.
  it('omits the open sea, but not land without features', () => {
    const bundles = cutBundles([sea([2, 40, 30, 55])]);
    expect(bundles.get('4-8-5').get('7/68/43')).toHaveLength(0);
    expect(bundles.has('4-4-6')).toBe(false);
  });

  // An island in the margin of a tile, which its neighbor draws, once removed the tile's sea.
  it('keeps the sea of a tile next to land', () => {
    const world = cutBundles([sea([45.2, -60, 80, 60])]).get('world');
    expect(['3/3/3', '3/4/3', '3/5/3'].map((key) => world.get(key)?.length > 0)).toEqual([false, true, true]);
  });

  // Low zooms stay small because a layer decides which features to show.
  it('omits features that a layer does not show at a zoom', () => {
    const keep = ({ population }, zoom) => population > 100 || zoom >= 7;
    const bundles = cutBundles([sea(), layer([point([10, 50], { population: 5 })], { keep })]);
    expect([...bundles.get('4-8-5').keys()]).toEqual(['7/67/43']);
    expect(bundles.get('world').has('3/4/2')).toBe(false);
  });
});

describe('packBundle', () => {
  // The tile read back through the table must be identical byte for byte.
  it('makes each tile available by its name', () => {
    const tiles = new Map([
      ['5/1/2', vtPbf.fromGeojsonVt({ a: { features: [] } })],
      ['5/1/3', Uint8Array.of(1, 2, 3)],
    ]);
    const packed = packBundle(tiles);
    const start = 4 + packed.readUInt32LE(0);
    const table = JSON.parse(packed.subarray(4, start).toString());
    for (const [key, bytes] of tiles) {
      const [offset, length] = table[key];
      expect(new Uint8Array(packed.subarray(start + offset, start + offset + length))).toEqual(new Uint8Array(bytes));
    }
  });
});
