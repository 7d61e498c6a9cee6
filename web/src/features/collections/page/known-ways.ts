import type { CollectionItem, Way } from '@switchback/contracts/resources/collection';
import { wayFinder } from './items/plan-days.js';

/** Ways, and the items that they were computed for. */
export interface KnownWays {
  ways: readonly Way[];
  items: readonly CollectionItem[];
}

/** Returns the known ways between neighbors of a list that has changed since, with their new positions. */
export function waysBetween(items: readonly CollectionItem[], known: KnownWays): Way[] {
  const find = wayFinder(known.items, known.ways);
  return items.slice(1).flatMap((next, from) => {
    const way = find(items[from]!, next);
    return way === undefined ? [] : [{ ...way, from }];
  });
}
