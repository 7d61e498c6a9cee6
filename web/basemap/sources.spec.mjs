// Aim: the shipped tiles contain the roads, waters, parks and peaks that a driver looks for, and stay small enough to
// send.
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { pack, unpack } from './packed.mjs';
import { readLayers } from './sources.mjs';
import { bundleOf, cutBundles, packBundle } from './tiles.mjs';

/** The deepest tile that contains Asheville, Knoxville and the Great Smoky Mountains. */
const ASHEVILLE = [7, 34, 50];

describe('the layers cut into tiles', () => {
  let layers;
  let bundles;

  beforeAll(() => {
    layers = readLayers();
    bundles = cutBundles(layers);
  });

  /** A vector tile stores its strings verbatim. */
  const textOf = (z, x, y) => Buffer.from(bundles.get(bundleOf(z, x, y)).get(`${z}/${x}/${y}`)).toString('latin1');

  it.each([
    ['the Interstates', ['roads', 'I 26', 'I 40', 'I 75', 'I 81']],
    ['the park', ['parks', 'Great Smoky Mountains National Park']],
    ['the waters', ['rivers', 'French Broad', 'lakes', 'Fontana Lake']],
    ['the peaks', ['peaks', 'Mount Mitchell', 'meters']],
    ['the towns', ['urban', 'cities', 'Asheville']],
  ])('contain %s around Asheville', (_what, strings) => {
    const text = textOf(...ASHEVILLE);
    for (const string of strings) expect(text).toContain(string);
  });

  // I 40 leaves Asheville for Knoxville through the gorge of the Pigeon River, not along the French Broad.
  it('number the road that carries the Interstate', () => {
    const { data } = layers.find(({ name }) => name === 'roads');
    const isI40 = ({ properties }) => properties.ref?.split(' · ').includes('I 40');
    const points = data.features.filter(isI40).flatMap(({ geometry }) => geometry.coordinates);
    const near = ([lng, lat]) => points.some((point) => Math.hypot(point[0] - lng, point[1] - lat) < 0.06);
    expect(near([-82.92, 35.53])).toBe(true);
    expect(near([-82.68, 35.8])).toBe(false);
  });

  // A view of the whole country shows its main connections, not each road.
  it('show more roads from zoom to zoom', () => {
    const { keep, minZoom } = layers.find(({ name }) => name === 'roads');
    const shown = (zoom) => [1, 2, 3].filter((rank) => zoom >= minZoom && keep({ rank }, zoom));
    expect([2, 3, 5, 6].map(shown)).toEqual([[], [1], [1, 2], [1, 2, 3]]);
  });

  // The first view fetches the world's bundle; a view of a region fetches one or two more.
  it('stay small enough for a phone', () => {
    const kilobytes = (name) => gzipSync(packBundle(bundles.get(name))).length / 1000;
    expect(kilobytes('world')).toBeLessThan(480);
    expect(kilobytes('4-4-6')).toBeLessThan(550);
    const total = [...bundles.keys()].reduce((sum, name) => sum + kilobytes(name), 0);
    expect(total).toBeLessThan(10_000);
  });
});

describe('packed features', () => {
  it.each([
    ['Point', [-82.2681, 35.7647]],
    [
      'LineString',
      [
        [-82.1, 35.2],
        [-82.1001, 35.2002],
        [-82.0999, 35.1999],
      ],
    ],
    [
      'MultiLineString',
      [
        [
          [1, 2],
          [3, 4],
        ],
        [
          [-5, -6],
          [7.5, 8.25],
        ],
      ],
    ],
    [
      'Polygon',
      [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    ],
    [
      'MultiPolygon',
      [
        [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ],
        [
          [
            [2, 2],
            [3, 2],
            [3, 3],
            [2, 2],
          ],
        ],
      ],
    ],
  ])('are unpacked unchanged: %s', (type, coordinates) => {
    const feature = { type: 'Feature', properties: { name: 'A' }, geometry: { type, coordinates } };
    expect(unpack(pack([feature]))).toEqual([feature]);
  });
});
