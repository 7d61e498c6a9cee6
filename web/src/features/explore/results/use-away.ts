import type { LatLng } from '@switchback/geo/location';
import { useCallback } from 'react';
import type { DriveCardData } from '../../../api/types.js';
import { awayText, type Origin } from '../../../lib/drives/away-text.js';
import { useUnits } from '../../../lib/store/store.js';
import type { ExploreState } from '../explore-state.js';
import { useOrigin } from '../use-origin.js';

export type Away = (drive: Pick<DriveCardData, 'startLocation' | 'passes'>) => string | undefined;

interface Measures {
  /** The place that distances of drives are measured from; null if there is none. */
  origin: Origin | null;
  /** Returns the text of a drive's distance: where it passes nearest, and where it starts. */
  away: Away;
}

/** Measures from the searched town, else from the device. */
export function useMeasures(state: Pick<ExploreState, 'search'>, device: LatLng | null): Measures {
  const units = useUnits();
  const origin = useOrigin(state, device);
  const away: Away = useCallback(
    (drive) => (origin === null ? undefined : awayText(drive, origin, units)),
    [origin, units],
  );
  return { origin, away };
}
