import type { CurvinessBand } from '@switchback/contracts/rules/curviness';
import type { Bounds, LatLng } from '@switchback/geo/location';
import type { ApiFilters, DriveCardData } from '../api/types.js';
import type { FreeArea, MapType } from './map-port.js';

/** Drive data that the page passes to the map instead of the map fetching it. */
export type DriveSummaryLite = DriveCardData;

/** A road of the region. */
export interface MapRoad {
  id: string;
  /** Google-encoded, precision 5. */
  path: string;
  curviness: { band: CurvinessBand };
}

export interface MapRoads {
  shown: readonly MapRoad[];
  activeId: string | null;
  onPick(id: string): void;
}

/**
 * Request to show bounds, or to return to an exact earlier position. Each new object is applied once, even if its
 * content is unchanged.
 */
export type FitRequest = { bounds: Bounds } | { position: Pick<FreeArea, 'center' | 'zoom'> };

/**
 * Props that the explore page passes to its map (`src/map/MapView.tsx`, default export, loaded lazily). The map fills
 * its parent and owns its position: `bounds`, `location` and `zoom` are only its start; later moves from outside arrive
 * as `fit`. It fetches its own lines and clusters from `filters`, its own bounds and its zoom.
 */
export interface MapViewProps {
  /** Drives of the cards next to the map, for the hover card; not the drives to draw. */
  drives: readonly DriveSummaryLite[];
  /** Drives drawn at any zoom, each in a color of its own, with numbers at their starts. */
  compared: readonly DriveSummaryLite[];
  /** The curviest roads of the region, drawn below the drives; null if they are off. */
  roads: MapRoads | null;
  activeId: string | null;
  /** Drive whose card is hovered or focused. */
  hoveredId: string | null;
  /** Initial bounds; if null, the map starts at `location` and `zoom`. */
  bounds: Bounds | null;
  location: LatLng;
  zoom: number;
  /** The page's filters in the API's format, without `bounds`, `geocode`, `country` and `states`. */
  filters: ApiFilters;
  /**
   * Called with the area above the lowest sheet after each move ends, debounced by 500 ms; `byUser` is false for moves
   * requested via `fit` and for those to a chosen drive.
   */
  onMove(area: FreeArea, byUser: boolean): void;
  /** Called when the user selects a line, or with null for the bare map. */
  onSelect(id: string | null): void;
  onHover(id: string | null): void;
  /**
   * Shows the drives that share a place, such as in a sheet. Null if the map shows them itself, and a card for the
   * drive under the pointer.
   */
  onHere: ((ids: readonly string[]) => void) | null;
  mapType: MapType;
  onMapType(type: MapType): void;
  fit: FitRequest | null;
  /** Height in pixels of the lower edge that a sheet covers; kept free when fitting. */
  bottomInset: number;
  /** The same for the sheet at its lowest, which pulling it up does not change. */
  lowestInset: number;
}
