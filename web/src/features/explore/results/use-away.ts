import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { useCallback } from 'react';
import type { DriveCardData } from '../../../api/types.js';
import { useUnits } from '../../../lib/store/store.js';
import { fromMeters, numberText } from '../../../lib/text/units.js';
import { texts } from '../../../texts/en.js';
import type { ExploreState } from '../explore-state.js';
import { locationText } from '../url.js';
import { type Origin, useOrigin } from '../use-origin.js';

/** From this distance on, a fraction is noise: the road to the drive is longer than the straight line. */
const WHOLE_UNITS_FROM = 10;
/** Share by which the start must be farther to be worth a fact of its own: from afar, both are the same. */
const FARTHER = 1.1;
const words = texts.card;

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
    ({ startLocation, passes }) => {
      if (origin === null) return undefined;
      const { location, town } = origin;
      const shown = (meters: number) => {
        const value = fromMeters(meters, units);
        const number = numberText(value, value < WHOLE_UNITS_FROM ? 1 : 0);
        return { isHere: number === numberText(0, 1), text: texts.units[units](number) };
      };
      const startMeters = distanceMeters(location, startLocation);
      const start = shown(startMeters);
      if (start.isHere) return town === undefined ? words.startsHere : words.startsIn(town);
      const lineMeters = passes?.from === locationText(location) ? passes.meters : startMeters;
      const line = shown(lineMeters);
      if (line.text === start.text || startMeters < lineMeters * FARTHER)
        return town === undefined ? words.away(line.text) : words.awayFrom(line.text, town);
      if (line.isHere) return words.passesHere(town, start.text);
      return words.passes(line.text, town, start.text);
    },
    [origin, units],
  );
  return { origin, away };
}
