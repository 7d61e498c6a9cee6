import type { Collection, Way } from '@switchback/contracts/resources/collection';
import { isTrip } from '@switchback/contracts/rules/collections';
import { useMemo, useState } from 'react';
import { type CollectionSource, useWaysQuery } from '../../../api/collections-api.js';
import { type KnownWays, waysBetween } from './known-ways.js';

const NO_WAYS: KnownWays = { ways: [], items: [] };

/** Returns the ways of a trip. While those of a changed trip load, returns the earlier ones that still apply. */
export function useKnownWays(source: CollectionSource, collection: Collection): Way[] {
  const { items, _rev: rev } = collection;
  const hasWays = isTrip(collection) && items.length > 1;
  const { currentData } = useWaysQuery({ source, rev }, { skip: !hasWays });
  const [known, setKnown] = useState(NO_WAYS);
  if (currentData !== undefined && currentData !== known.ways) setKnown({ ways: currentData, items });
  return useMemo(() => (hasWays ? waysBetween(items, known) : []), [hasWays, items, known]);
}
