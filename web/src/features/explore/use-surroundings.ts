import type { Units } from '@switchback/contracts/rules/units';
import { boundsContain, centerOfBounds } from '@switchback/geo/bounds';
import { useCallback, useMemo, useState } from 'react';
import type { Bounds, LatLng } from '@switchback/geo/location';
import { DEFAULT_LOCATION } from '../../lib/page/device-location.js';
import { rememberArea } from '../../lib/search/last-area.js';
import { useUnits } from '../../lib/store/store.js';
import type { ExploreState } from './explore-state.js';
import type { FreeArea } from '../../map/map-port.js';
import type { Origin } from '../../lib/drives/away-text.js';
import { areaBox, CITY_ZOOM, CONTINENTAL_US, zoomOfBounds, type MapContext } from './query.js';

export interface Place {
  surroundings: MapContext;
  /** Area last reported by the map; null before the first report. */
  position: FreeArea | null;
  /** Last area without an open drive: closing a drive returns there. */
  before: FreeArea | null;
  /** Whether the user moved the map away from the searched area while a drive is open. */
  isElsewhere: boolean;
  /** Searches the area that the map shows. */
  searchHere: () => void;
  /** Makes the map stay where the open drive has moved it. */
  stay: () => void;
  moved: (area: FreeArea, byUser: boolean) => void;
}

interface Clues {
  searched: FreeArea | null;
  /** Bounds in the URL, or of the drive that it names. */
  start: Bounds | null;
  /** Location in the URL. */
  linked: LatLng | null;
  device: LatLng | null;
  origin: LatLng | null;
  units: Units;
}

/**
 * Determines the search area: that of the map once known, else the bounds in the URL or of the drive it names, else the
 * area around a known location, else the continental United States. Nearest is nearest to the origin if it is in view.
 */
export function surroundingsOf({ searched, start, linked, device, origin, units }: Clues): MapContext {
  const known = linked ?? device;
  const shown = searched?.bounds ?? start;
  const isInView = origin !== null && shown !== null && boundsContain(shown, origin);
  const middle = searched?.location ?? linked ?? (start === null ? device : centerOfBounds(start));
  return {
    box: shown ?? (known === null ? CONTINENTAL_US : areaBox(known, units)),
    location: isInView ? origin : (middle ?? DEFAULT_LOCATION),
    zoom: searched?.zoom ?? (start === null ? CITY_ZOOM : zoomOfBounds(start, globalThis.innerWidth)),
    origin,
  };
}

/**
 * Tracks the map's position and the search area that follows from it. The area stays while a drive or a comparison is
 * open: the map moves to its drives, and the list remains the one from which it was opened.
 */
export function useSurroundings(
  state: ExploreState,
  device: LatLng | null,
  linkedBounds: Bounds | null,
  from: Origin | null,
): Place {
  const units = useUnits();
  const origin = from?.location ?? null;
  const [position, setPosition] = useState<FreeArea | null>(null);
  const [searched, setSearched] = useState<FreeArea | null>(null);
  const [before, setBefore] = useState<FreeArea | null>(null);
  const [isElsewhere, setIsElsewhere] = useState(false);
  const { location: linked, bounds } = state;
  const isOpen = state.drive !== null || state.comparing;
  const start = bounds ?? linkedBounds;
  const surroundings = useMemo(
    () => surroundingsOf({ searched, start, linked, device, origin, units }),
    [searched, linked, start, device, origin, units],
  );
  const search = useCallback((area: FreeArea | null) => {
    setSearched(area);
    setIsElsewhere(false);
  }, []);
  const moved = useCallback(
    (next: FreeArea, byUser: boolean) => {
      setPosition(next);
      rememberArea(next);
      if (!isOpen) setBefore(next);
      if (!isOpen || searched === null) search(next);
      else if (byUser) setIsElsewhere(true);
    },
    [isOpen, searched, search],
  );
  const searchHere = useCallback(() => search(position), [search, position]);
  const stay = useCallback(() => {
    setBefore(position);
    search(position);
  }, [position, search]);
  return { surroundings, position, before, isElsewhere, searchHere, stay, moved };
}
