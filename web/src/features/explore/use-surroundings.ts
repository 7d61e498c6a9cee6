import type { Units } from '@switchback/contracts/rules/units';
import { useCallback, useMemo, useState } from 'react';
import type { Bounds, LatLng } from '@switchback/geo/location';
import { DEFAULT_LOCATION } from '../../lib/page/device-location.js';
import { rememberArea } from '../../lib/search/last-area.js';
import { useUnits } from '../../lib/store/store.js';
import type { ExploreState } from './explore-state.js';
import type { MapPosition } from '../../map/map-port.js';
import { areaBox, CITY_ZOOM, CONTINENTAL_US, zoomOfBounds, type MapContext } from './query.js';

export interface Place {
  surroundings: MapContext;
  /** Position last reported by the map; null before the first report. */
  position: MapPosition | null;
  /** Last position without an open drive: closing a drive returns there. */
  before: MapPosition | null;
  /** Makes the map stay where the open drive has moved it. */
  stay: () => void;
  moved: (position: MapPosition) => void;
}

interface Clues {
  position: MapPosition | null;
  /** Bounds in the URL, or of the drive that it names. */
  start: Bounds | null;
  /** Location in the URL, or of the device. */
  known: LatLng | null;
  units: Units;
}

/**
 * Determines the search area: the map's own bounds once known, else those in the URL or of the drive it names, else the
 * area around a known location, else the continental United States.
 */
export function surroundingsOf({ position, start, known, units }: Clues): MapContext {
  return {
    box: position?.bounds ?? start ?? (known === null ? CONTINENTAL_US : areaBox(known, units)),
    location: position?.location ?? known ?? DEFAULT_LOCATION,
    zoom: position?.zoom ?? (start === null ? CITY_ZOOM : zoomOfBounds(start, globalThis.innerWidth)),
  };
}

/** Tracks the map's position and the search area that follows from it. */
export function useSurroundings(state: ExploreState, device: LatLng | null, linked: Bounds | null): Place {
  const units = useUnits();
  const [position, setPosition] = useState<MapPosition | null>(null);
  const [before, setBefore] = useState<MapPosition | null>(null);
  const { location: urlLocation, bounds: urlBounds, drive } = state;
  const start = urlBounds ?? linked;
  const surroundings = useMemo(
    () => surroundingsOf({ position, start, known: urlLocation ?? device, units }),
    [position, urlLocation, start, device, units],
  );
  const moved = useCallback(
    (next: MapPosition) => {
      setPosition(next);
      rememberArea(next);
      if (drive === null) setBefore(next);
    },
    [drive],
  );
  const stay = useCallback(() => setBefore(position), [position]);
  return { surroundings, position, before, stay, moved };
}
