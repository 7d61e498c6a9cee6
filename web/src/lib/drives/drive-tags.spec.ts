// Aim: a tag says for how much of the drive it holds, and cards show the two that say most.
import { describe, expect, it } from 'vitest';
import { bestTags, commonTags, landTraits, tagText } from './drive-tags.js';

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

describe('the land on a card', () => {
  const on = (tags: Parameters<typeof landTraits>[0]['tags'], common?: ReadonlySet<string>) =>
    landTraits({ tags, distance: 100_000 }, 'miles', common);

  it('is named, and measured along water', () => {
    expect(on([tag('mountain', 94_000), tag('forest', 94_000)])).toEqual(['Mountain, forest']);
    expect(on([tag('forest', 40_000), tag('coast', 66_000)])).toEqual(['41 mi along the coast', 'Forest']);
    expect(on([])).toEqual([]);
  });

  it('leaves out what the drives around it have in common, unless there is nothing else', () => {
    const common = new Set(['mountain', 'forest']);
    expect(on([tag('mountain', 94_000), tag('forest', 94_000), tag('river', 12_300)], common)).toEqual([
      '7.6 mi along rivers',
    ]);
    expect(on([tag('mountain', 94_000)], common)).toEqual(['Mountain']);
  });

  it('has in common what seven of ten drives have', () => {
    const drives = (count: number, ...tags: ReturnType<typeof tag>[]) =>
      Array.from({ length: count }, () => ({ tags, distance: 100 }));
    const list = [...drives(7, tag('forest'), tag('lake')), ...drives(3, tag('lake'))];
    expect([...commonTags(list)].sort()).toEqual(['forest', 'lake']);
    expect([...commonTags([...list, ...drives(1)])]).toEqual(['lake']);
    expect(commonTags(drives(4, tag('forest')))).toEqual(new Set());
  });
});
