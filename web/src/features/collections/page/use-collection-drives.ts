import { skipToken } from '@reduxjs/toolkit/query';
import type { CollectionItem } from '@switchback/contracts/resources/collection';
import type { DriveSummary } from '@switchback/contracts/resources/drive';
import { useMemo } from 'react';
import { driveIdsOf } from './items/driven.js';
import { useCollectionDrivesQuery } from './collection-endpoints.js';

const NO_DRIVES: readonly DriveSummary[] = [];

interface CollectionDrives {
  /** By id. Lacks drives that are not loaded yet. */
  drives: ReadonlyMap<string, DriveSummary>;
  /** Error of the last call, if it failed. */
  error: unknown;
  refetch: () => void;
}

/** Returns the drives of a collection's items; another order of the items requests nothing. */
export function useCollectionDrives(items: readonly CollectionItem[]): CollectionDrives {
  const ids = useMemo(() => driveIdsOf(items).sort(), [items]);
  const { data = NO_DRIVES, error, refetch } = useCollectionDrivesQuery(ids.length === 0 ? skipToken : ids);
  const drives = useMemo(() => new Map(data.map((drive) => [drive.id, drive])), [data]);
  return { drives, error, refetch: () => void refetch() };
}
