// Aim: tags follow from the map along the line and from what the text names, and give way to the author's.
import { describe, expect, it } from '@jest/globals';
import { shownTags } from '../drive/shown-tags.js';
import { deriveTags } from './map-tags.js';
import { wordTags } from './word-tags.js';

const NAMES = ({ name }: { name: string }) => name;

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
    const tags = deriveTags([{ category: 'environment', name: 'mountain', meters: 9_000 }], {
      title: 'Highway 1',
      description: 'The mountains and Bixby Bridge.',
    });
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
