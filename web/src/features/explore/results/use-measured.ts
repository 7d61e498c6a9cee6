import { useMemo } from 'react';
import { useLineDistancesQuery } from '../../../api/summaries-api.js';
import type { DriveCardData } from '../../../api/types.js';
import { locationText } from '../../../lib/text/location-text.js';
import type { Origin } from '../../../lib/drives/away-text.js';

/** Measures drives that no search has measured, such as those of a link: at most one batch. */
export function useMeasured<Drive extends DriveCardData>(
  drives: readonly Drive[],
  origin: Origin | null,
): readonly Drive[] {
  const from = origin && locationText(origin.location);
  const ids = useMemo(() => drives.filter(({ passes }) => passes?.from !== from).map(({ id }) => id), [drives, from]);
  const { currentData: meters } = useLineDistancesQuery(
    { ids, from: from ?? '' },
    { skip: from === null || ids.length === 0 },
  );
  return useMemo(() => {
    if (meters === undefined || from === null) return drives;
    return drives.map((drive) => {
      const found = meters[drive.id];
      return found === undefined ? drive : { ...drive, passes: { from, meters: found } };
    });
  }, [drives, meters, from]);
}
