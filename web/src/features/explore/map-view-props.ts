import type { Bounds, LatLng } from '@switchback/geo/location';
import type { ApiFilters, DriveCardData } from '../../api/types.js';
import type { MapPosition, MapType } from '../../map/map-port.js';

/** What the map knows of a drive it did not fetch itself. */
export type DriveSummaryLite = DriveCardData;

/**
 * A request to show a box, or to return to a place exactly as it was. It is carried out once for each new object, whatever
 * it holds.
 */
export type FitRequest = { bounds: Bounds } | { position: Pick<MapPosition, 'location' | 'zoom'> };

/**
 * What the explore page gives its map (`src/map/MapView.tsx`, default export, loaded lazily). The map fills its parent
 * and is the truth of where it is: `bounds`, `location` and `zoom` only say where to start, later moves from outside
 * come as `fit`. It fetches its own lines and clusters from `filters`, its own box and its zoom.
 */
export interface MapViewProps {
  /** Drives of the cards beside the map, for the hover card; not the drives to draw. */
  drives: readonly DriveSummaryLite[];
  activeId: string | null;
  /** The drive whose card the pointer or focus is on. */
  hoveredId: string | null;
  /** Where to start; without bounds at `location` and `zoom`. */
  bounds: Bounds | null;
  location: LatLng;
  zoom: number;
  /** The page's filters as the API takes them, without `bounds`, `geocode`, `country` and `states`. */
  filters: ApiFilters;
  /** After each move has come to rest, debounced by 500 ms; `byUser` is false for moves that `fit` asked for. */
  onMove(position: MapPosition, byUser: boolean): void;
  /** A line was chosen, or with null the bare map. */
  onSelect(id: string | null): void;
  onHover(id: string | null): void;
  mapType: MapType;
  onMapType(type: MapType): void;
  fit: FitRequest | null;
  /** Pixels at the lower edge that a sheet covers: kept free when fitting. */
  bottomInset: number;
}
