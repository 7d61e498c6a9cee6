import { expect, it } from '@jest/globals';
import type { Random } from '@switchback/testing/random';
import type { BruteForceIndex } from './brute-force-index.fixture.js';
import { noFilters, randomBounds, randomCaller, TEXTS } from './catalogue.fixture.js';
import type { Position, SearchIndex } from './search-index.js';

const PAGE = 7;

interface Given {
  index: SearchIndex;
  reference: BruteForceIndex;
  random: Random;
}

/** Tests the order of a search for a text. Part of every index's suite. */
export function describeTextSearch(given: () => Given): void {
  // Pages have the best matches first, and neither repeat nor skip a drive: keys are the same to the last bit.
  it('return the best matches of a text first, page by page', async () => {
    const { index, reference, random } = given();
    for (const text of [...texts(given()), ...TEXTS]) {
      const query = { filters: noFilters({ text }), caller: randomCaller(random), sort: 'match' } as const;
      const found: Position[] = [];
      for (let after: Position | null = null; ;) {
        const { hits } = await index.search({ ...query, after, limit: PAGE, includeCount: false, have: [] });
        found.push(...hits.map(({ id, key }) => ({ id, key })));
        if (hits.length < PAGE) break;
        after = hits.at(-1)!;
      }
      expect({ text, found }).toEqual({ text, found: reference.all(query) });
    }
  }, 120_000);

  // A map that moves there shows the best matches.
  it('return the box around the best matches', async () => {
    const { index, reference, random } = given();
    for (const text of [...texts(given()), ...TEXTS, 'no such words']) {
      const filters = noFilters({ text, ...(random.chance(0.3) && { bounds: randomBounds(random) }) });
      const query = { filters, caller: randomCaller(random), limit: random.pick([1, 5, 200]) };
      expect({ query, extent: await index.extent(query) }).toEqual({ query, extent: reference.extent(query) });
    }
  }, 120_000);
}

/** Returns titles, parts of them, their words in another order, and with a letter missing. */
function texts({ reference, random }: Given): string[] {
  const titles = reference.entries().map(({ document }) => document.title);
  return Array.from({ length: 12 }, () => {
    const words = random.pick(titles).split(' ');
    const some = words.slice(random.below(words.length));
    const ordered = random.chance(0.3) ? random.shuffle(some) : some;
    const text = ordered.join(' ');
    const gap = random.below(text.length);
    return random.chance(0.4) ? text.slice(0, gap) + text.slice(gap + 1) : text;
  });
}
