import type { CollectionItem, Way } from '@switchback/contracts/resources/collection';

/** Ways, and the items that they were computed for. */
export interface KnownWays {
  ways: readonly Way[];
  items: readonly CollectionItem[];
}

/** Returns the known ways between neighbors of a list that has changed since, with their new positions. */
export function waysBetween(items: readonly CollectionItem[], known: KnownWays): Way[] {
  const byEnds = new Map(known.ways.map((way) => [endsOf(known.items, way.from), way]));
  return items.flatMap((_item, from) => {
    const way = byEnds.get(endsOf(items, from));
    return way === undefined ? [] : [{ ...way, from }];
  });
}

function endsOf(items: readonly CollectionItem[], from: number): string {
  return `${items[from]?.driveId ?? ''} ${items[from + 1]?.driveId ?? ''}`;
}
