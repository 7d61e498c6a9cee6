import { useMemo } from 'react';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { usePathsQuery } from '../../../api/api.js';
import type { DriveCardData } from '../../../api/types.js';

/**
 * Fetches the lines for the batch around the given card and adds them to the drives. Zoomed-out maps list drives
 * without lines, but the visible cards need them for their silhouettes.
 */
export function useSilhouettes(drives: readonly DriveCardData[], first: number): readonly DriveCardData[] {
  const start = Math.floor(first / LIMITS.searchBatch) * LIMITS.searchBatch;
  const ids = useMemo(
    () =>
      drives
        .slice(start, start + 2 * LIMITS.searchBatch)
        .filter(({ photos, overviewPath }) => photos.length === 0 && overviewPath === undefined)
        .map(({ id }) => id),
    [drives, start],
  );
  const { data: paths } = usePathsQuery(ids, { skip: ids.length === 0 });
  return useMemo(() => {
    if (paths === undefined) return drives;
    return drives.map((drive) => {
      const overviewPath = drive.overviewPath ?? paths[drive.id];
      return overviewPath === drive.overviewPath || overviewPath === undefined ? drive : { ...drive, overviewPath };
    });
  }, [drives, paths]);
}
