// @vitest-environment jsdom
// Aim: the shipped style, light and dark, shows every layer of the tiles in a readable order.
import { describe, expect, it } from 'vitest';
import { baseMapStyle } from '../src/map/maplibre/base-map-style.ts';
import { streetsStyle } from '../src/map/maplibre/streets-style.ts';
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

// Aim: an installation's street tiles are drawn over the shipped map, from this product alone: no sprite, no glyphs.
describe.each([
  ['light', false],
  ['dark', true],
])('the style with streets, %s', (_name, dark) => {
  const bounds = { west: -109, south: 37, east: -102, north: 41 };
  const { layers, sources, ...rest } = streetsStyle({ dark, units: 'miles' }, { url: '/streets.pmtiles?v=1', bounds });
  const ofStreets = layers.filter((layer) => layer.source === 'streets');

  it('draws roads, water and places of the tiles, from zoom 8 of the page on', () => {
    const drawn = new Set(ofStreets.map((layer) => layer['source-layer']));
    for (const name of ['earth', 'water', 'roads', 'places']) expect(drawn).toContain(name);
    for (const { minzoom } of ofStreets) expect(minzoom).toBeGreaterThanOrEqual(7);
  });

  it('asks nothing outside', () => {
    expect(sources.streets.url).toBe('pmtiles://http://localhost:3000/streets.pmtiles?v=1');
    expect(Object.keys(rest)).toEqual(['version']);
    const icons = ofStreets.flatMap(({ layout }) => layout?.['icon-image'] ?? []);
    expect(icons.flat(9).filter((part) => /char|townspot|capital|arrow/.test(part))).toEqual([]);
    const fonts = ofStreets.flatMap(({ layout }) => layout?.['text-font'] ?? []).flat(9);
    expect(fonts.filter((font) => /Noto/.test(font))).toEqual([]);
  });

  it('leaves the names within the archive to it', () => {
    const cities = layers.filter(({ id }) => id.startsWith('cities'));
    expect(cities.map(({ id, minzoom, maxzoom }) => [id, minzoom, maxzoom])).toEqual([
      ['cities', 2.5, 7],
      ['cities-outside', 7, undefined],
    ]);
    expect(JSON.stringify(cities[1].filter)).toContain('"within"');
  });
});
