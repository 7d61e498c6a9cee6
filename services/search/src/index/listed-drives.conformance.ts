import { expect, it } from '@jest/globals';
import type { Caller } from '@switchback/platform/rpc/call';
import type { Random } from '@switchback/testing/random';
import type { DriveDocument } from '../document.js';
import type { BruteForceIndex } from './brute-force-index.fixture.js';
import { noFilters, randomQuery } from './catalogue.fixture.js';
import type { SearchIndex } from './search-index.js';

const DRIVES = 10;
const NO_OTHER_KIND = { includePublic: false, includePrivate: false, includeShared: false };

interface Given {
  index: SearchIndex;
  reference: BruteForceIndex;
  random: Random;
}

/** Tests how saved and completed lists extend a search. Part of every index's suite. */
export function describeListedDrives(given: () => Given): void {
  // A list adds its drives if its kind is included, and reveals none that the caller may not see, neither in the result
  // nor in a count.
  it('finds listed drives for those who may see them', async () => {
    const { index, reference, random } = given();
    const hidden = reference.entries().filter(({ document }) => friendsOf(document).length > 0);
    for (const { id, document } of hidden.slice(0, DRIVES)) {
      for (const { caller, may } of callersOf(document)) {
        const lists = random.chance(0.5) ? { savedIds: [id] } : { completedIds: [id] };
        const filters = noFilters({ ...NO_OTHER_KIND, ...lists });
        const query = { ...randomQuery(random, [id]), filters, caller };
        const { hits, count } = await index.search(query);
        const { total } = await index.clusters({ ...query, zoom: 4, limit: 10 });
        const found = { ids: hits.map((hit) => hit.id), count, total };
        expect({ caller, ...found }).toEqual({ caller, ...(may ? { ids: [id], count: 1, total: 1 } : NONE) });
        const off = { ...filters, includeSaved: false, includeCompleted: false };
        expect((await index.search({ ...query, filters: off })).count).toBe(0);
      }
    }
  }, 180_000);
}

const NONE = { ids: [], count: 0, total: 0 };

/** Returns the people a drive is shared with. */
export function friendsOf({ ownerId, viewers }: Pick<DriveDocument, 'ownerId' | 'viewers'>): string[] {
  return viewers.filter((viewer) => viewer !== ownerId).map((viewer) => viewer.replace('hero:', ''));
}

function callersOf(document: DriveDocument) {
  const { ownerId } = document;
  const friend = friendsOf(document)[0]!;
  const account = (userId: string, accountType: Caller['accountType'], may: boolean) => {
    return { caller: { userId, accountType }, may };
  };
  return [
    { caller: null, may: false },
    account(ownerId, 'free', true),
    account(friend, 'hero', true),
    account(friend, 'free', false),
    account('stranger', 'hero', false),
    account('staff', 'admin', true),
  ];
}
