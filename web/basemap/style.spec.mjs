// Aim: the shipped style, light and dark, shows every layer of the tiles in a readable order.
import { describe, expect, it } from 'vitest';
import { baseMapStyle } from '../src/map/maplibre/base-map-style.ts';
import { readLayers } from './sources.mjs';

describe.each([
  ['light', false],
  ['dark', true],
])('the shipped style, %s', (_name, dark) => {
  const { layers } = baseMapStyle({ dark, units: 'miles' });
  const orderOf = (id) => layers.findIndex((layer) => layer.id === id);

  it('draws every layer of the tiles', () => {
    const drawn = new Set(layers.map((layer) => ('source-layer' in layer ? layer['source-layer'] : undefined)));
    for (const { name } of readLayers()) expect(drawn).toContain(name);
  });

  it('draws major roads over minor ones, all of them over areas and under names', () => {
    const order = ['parks', 'lakes', 'counties', 'roads', 'main-roads', 'interstates', 'river-names', 'cities'];
    expect(order.map(orderOf)).toEqual(order.map(orderOf).toSorted((a, b) => a - b));
    expect(order.map(orderOf)).not.toContain(-1);
  });

  it('gives every name a halo and keeps cities next to pins', () => {
    const names = layers.filter((layer) => layer.type === 'symbol' && layer.layout?.['text-field'] !== undefined);
    expect(names.length).toBeGreaterThan(6);
    for (const { paint } of names) expect(paint).toHaveProperty('text-halo-color');
    expect(layers[orderOf('cities')]?.layout).toHaveProperty('text-variable-anchor-offset');
  });
});

describe('heights of peaks', () => {
  const heights = (units) =>
    JSON.stringify(baseMapStyle({ dark: false, units }).layers.find(({ id }) => id === 'peaks'));

  it('are in the selected units', () => {
    expect(heights('miles')).toContain('" ft"');
    expect(heights('kilometers')).toContain('" m"');
  });
});
