import { skipToken } from '@reduxjs/toolkit/query';
import type { ListedCollection } from '@switchback/contracts/resources/collection';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { useMemo } from 'react';
import { useSummariesQuery } from '../../api/summaries-api.js';
import type { DriveCardData } from '../../api/types.js';

const PICTURES = 4;
/** Number of collections whose pictures fit into one request; two, three and four of them fill rows. */
export const PICTURED_MAX = Math.floor(LIMITS.summariesMax / PICTURES) - 1;

/** Returns the ids of the drives in the picture of a collection: the first ones, each once. */
export function picturedDrives({ items }: Pick<ListedCollection, 'items'>): string[] {
  return [...new Set(items.map(({ driveId }) => driveId))].slice(0, PICTURES);
}

/** Returns the drives in the pictures of at most {@link PICTURED_MAX} collections, by id, as they load. */
export function usePicturedDrives(collections: readonly ListedCollection[]): ReadonlyMap<string, DriveCardData> {
  const ids = useMemo(() => [...new Set(collections.flatMap(picturedDrives))], [collections]);
  const { data } = useSummariesQuery(ids.length === 0 ? skipToken : ids);
  return useMemo(() => new Map(data?.map((drive) => [drive.id, drive])), [data]);
}
