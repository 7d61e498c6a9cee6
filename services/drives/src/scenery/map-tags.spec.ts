// Aim: tags follow from what the map shows along the line and from what the text names, say for how much of the line
// they hold, and give way to the author's.
import { describe, expect, it } from '@jest/globals';
import { lineLengthMeters } from '@switchback/geo/parts';
import { lineTags } from './line-tags.js';
import { shownTags } from '../drive/shown-tags.js';
import { deriveTags } from './map-tags.js';
import { wordTags } from './word-tags.js';

const at = (lat: number, lng: number) => ({ lat, lng });
/** Big Sur, from Carmel to San Simeon, as a coarse line along the shore. */
const BIG_SUR = [at(36.52, -121.93), at(36.27, -121.83), at(36.1, -121.62), at(35.89, -121.46), at(35.66, -121.22)];
const NAMES = ({ name }: { name: string }) => name;

describe('the tags of a line', () => {
  it.each([
    ['Big Sur', BIG_SUR, ['coast', 'mountain']],
    ['a street grid in Manhattan', [at(40.72, -73.99), at(40.78, -73.96)], ['city']],
    ['a road in Death Valley', [at(36.35, -116.85), at(36.6, -117.1)], ['desert', 'recreation']],
    ['a road past Lake Tahoe', [at(39.1, -119.95), at(39.0, -119.95)], ['lake', 'mountain', 'forest']],
    ['fields in Iowa', [at(42.1, -94.2), at(42.1, -94.6)], ['rural']],
    ['a road over the antimeridian in Fiji', [at(-16.78, 179.98), at(-16.8, -179.98)], ['coast']],
  ])('are those of %s', (_, line, expected) => {
    expect(lineTags(line).map(NAMES)).toEqual(expect.arrayContaining(expected));
  });

  it('say for how much of the line they hold, across its parts but not its gaps', () => {
    const inland = [at(42.1, -94.2), at(42.1, -94.6)];
    // The first point of a gap occurs twice.
    const line = [...BIG_SUR, BIG_SUR.at(-1)!, ...inland];
    const tags = new Map(lineTags(line).map(({ name, meters }) => [name, meters]));
    expect(tags.get('rural')).toBeGreaterThan(0.95 * lineLengthMeters(inland));
    expect(tags.get('rural')).toBeLessThan(lineLengthMeters(line));
    expect(tags.get('coast')).toBeLessThanOrEqual(lineLengthMeters(BIG_SUR));
  });

  it('are none for a theme that a small part of the line touches', () => {
    // From Iowa to Lake Michigan: the shore is a fiftieth of it.
    expect(lineTags([at(42.1, -94.2), at(42.1, -87.73)]).map(NAMES)).not.toContain('lake');
  });
});

describe('the tags of a text', () => {
  it.each([
    ['Crosses the Golden Gate Bridge and two tunnels', ['bridge', 'tunnel']],
    ['Scenic overlooks line the Blue Ridge', ['overlook']],
    ['Take the ferry to the island', ['ferry']],
    ['Past farms and orchards into a deep gorge', ['canyon', 'farm']],
    ['Salt marshes and bayous', ['swamp']],
    ['It follows the Pend Oreille River north', ['river']],
  ])('are those that it names: %s', (text, expected) => {
    expect(wordTags('A Drive', text).map(NAMES)).toEqual(expected);
  });

  it.each([
    'River Road',
    'There is no bridge and never a tunnel',
    'A tunnel of trees',
    'Harpers Ferry and Lees Ferry',
    'The terrace overlooks the bay',
    'From Cambridge to Bridgeport and Hood River, Oregon',
    'The Natural Bridge',
    'Gateway to the Grand Canyon',
    'Petrified Forest and the Forest Service',
    'Salt Lake City',
    'Mountain biking',
  ])('are none where a name or a phrase means something else: %s', (text) => {
    expect(wordTags(text, '')).toEqual([]);
  });

  it('have no length, and do not repeat those of the line', () => {
    const tags = deriveTags(lineTags(BIG_SUR), { title: 'Highway 1', description: 'The mountains and Bixby Bridge.' });
    expect(tags.filter(({ name }) => name === 'mountain')).toHaveLength(1);
    expect(tags.at(-1)).toEqual({ category: 'feature', name: 'bridge' });
  });
});

it('shows the author’s tag in place of the same one of the map', () => {
  const coast = { category: 'environment', name: 'coast' } as const;
  const lake = { category: 'environment', name: 'lake' } as const;
  const mapTags = [
    { ...coast, meters: 9_000 },
    { ...lake, meters: 5_000 },
  ];
  expect(shownTags({ tags: [coast], mapTags })).toEqual([coast, { ...lake, meters: 5_000, source: 'map' }]);
});
