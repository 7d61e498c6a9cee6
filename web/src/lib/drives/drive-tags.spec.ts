// Aim: a tag says for how much of the drive it holds, and cards show the two that say most.
import { describe, expect, it } from 'vitest';
import { bestTags, tagText } from './drive-tags.js';

const tag = (name: string, meters?: number) => ({
  category: 'environment' as const,
  name,
  source: 'map' as const,
  ...(meters !== undefined && { meters }),
});
const authors = { category: 'feature', name: 'bridge', source: 'author' } as const;

describe('the text of a tag', () => {
  it.each([
    ['coast', 66_000, 'miles', '41 mi along the coast'],
    ['river', 12_300, 'kilometers', '12.3 km along rivers'],
    ['forest', 62_000, 'miles', '62% in forest'],
    ['rural', 150_000, 'miles', '100% in countryside'],
    ['bridge', undefined, 'miles', 'Bridge'],
  ] as const)('of %s', (name, meters, units, text) => {
    expect(tagText(tag(name, meters), { distance: 100_000 }, units)).toBe(text);
  });
});

describe('the best tags', () => {
  it('are those of the author, then those of most of the drive, and the countryside last', () => {
    const tags = [tag('rural', 90), tag('tunnel'), tag('lake', 20), tag('forest', 70), authors];
    const names = (input: typeof tags) => bestTags({ tags: input, distance: 100 }).map(({ name }) => name);
    expect(names(tags)).toEqual(['bridge', 'forest']);
    expect(names(tags.slice(0, 4))).toEqual(['forest', 'lake']);
    expect(names(tags.slice(0, 2))).toEqual(['tunnel', 'rural']);
  });
});
