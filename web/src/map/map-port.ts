import type { Units } from '@switchback/contracts/rules/units';
import type { Bounds, LatLng } from '@switchback/geo/location';

/**
 * What the product needs of a map, whichever engine draws it. Zooms are those of 256-pixel Web Mercator tiles on every
 * engine: world 1, continent 5, city 10, streets 15. Boxes may cross the antimeridian.
 */
export interface MapPort {
  /** Shows another kind of map; lines, clusters, markers and the position stay. */
  setLook(look: MapLook): void;
  /** Moves so that the box fills what the padding leaves free. At most `maxZoom` deep. */
  fit(bounds: Bounds, options?: FitOptions): void;
  /** Moves to a point and zoom at once. */
  moveTo(center: LatLng, zoom: number): void;
  position(): MapPosition;
  /** Draws exactly these lines, the first on top; blue, 5 wide, opacity 0.8, dashed when approximate. */
  setLines(lines: readonly MapLine[]): void;
  /** Marks drawn lines; an id that is not drawn marks nothing. */
  mark(marks: MapMarks): void;
  /** Draws exactly these clusters, each with its count. */
  setClusters(clusters: readonly MapCluster[]): void;
  setMarkers(markers: readonly MapMarker[]): void;
  /** Shows exactly these points, which a pointer can drag. */
  setHandles(handles: readonly MapHandle[]): void;
  /** The place under a point of the element. */
  locationOf(point: MapPoint): LatLng;
  /** To be called when the element's size changed. */
  resize(): void;
  /** Removes everything from the element; no event is told afterwards. */
  destroy(): void;
}

/** The place a map shows. */
export interface MapPosition {
  bounds: Bounds;
  location: LatLng;
  zoom: number;
}

export const MAP_TYPES = ['roadmap', 'terrain', 'satellite'] as const;
export type MapType = (typeof MAP_TYPES)[number];

export interface MapLook {
  type: MapType;
  dark: boolean;
  /** Heights on the shipped map are in feet with miles, in metres with kilometers. */
  units: Units;
}

export interface MapLine {
  id: string;
  path: readonly LatLng[];
  /** The line leaves the road between its points. */
  approximate?: boolean;
}

export interface MapMarks {
  activeId: string | null;
  hoveredId: string | null;
}

export interface MapCluster {
  location: LatLng;
  count: number;
  bounds: Bounds;
  /** The drive, where the count is 1. */
  id?: string;
}

export interface MapMarker {
  location: LatLng;
  kind: 'start' | 'end' | 'stop';
}

/** A point of a route that is being made. */
export interface MapHandle {
  location: LatLng;
  /** On the handle: a letter or a number. */
  text: string;
  /** For screen readers. */
  label: string;
}

/** Pixels from the element's upper left corner. */
export interface MapPoint {
  x: number;
  y: number;
}

export interface FitOptions {
  /** Pixels kept free at each edge; 40 when left out. */
  padding?: Partial<Record<'top' | 'right' | 'bottom' | 'left', number>>;
  maxZoom?: number;
  animate?: boolean;
}

export interface MapEvents {
  /** After each move has come to rest, once at the start, and after a resize. `byHand`: the person moved it. */
  onMoveEnd(position: MapPosition, byHand: boolean): void;
  /** The drives under the pointer, the nearest first; empty when it has left them. */
  onHover(ids: readonly string[], at: MapPoint): void;
  /** A click on lines, or on a cluster of one drive: the drives there, the nearest first. */
  onPick(ids: readonly string[], at: MapPoint): void;
  onPickCluster(cluster: MapCluster): void;
  /** A click on nothing that is drawn. */
  onPickNothing(at: MapPoint): void;
  /** A handle was let go at another place. */
  onHandleMoved(index: number, location: LatLng): void;
  /** A line was dragged, and let go at a place; only where lines can be. */
  onLineDragged(id: string, location: LatLng): void;
}

export interface MapStart {
  look: MapLook;
  /** Without a box at `location` and `zoom`. */
  bounds: Bounds | null;
  location: LatLng;
  zoom: number;
}

export interface MapOptions extends MapStart {
  /** The accessible name of the map's keyboard stop. */
  label: string;
  /** In a page that scrolls: the wheel and one finger scroll the page, not the map. */
  cooperative: boolean;
  /** Whether lines can be dragged. */
  editable?: boolean;
  /** The farthest it zooms out. */
  minZoom?: number;
  events: MapEvents;
}

/** What an installation has to draw maps with. */
export interface MapSources {
  googleMapsApiKey: string | null;
  /** Addresses of MapLibre styles; null where there is none. */
  styles: Readonly<Record<MapType, string | null>>;
}

/** Fills the element with a map. Rejects when the engine cannot start, for instance without WebGL. */
export type CreateMap = (element: HTMLElement, options: MapOptions, sources: MapSources) => Promise<MapPort>;

export const FIT_PADDING_PIXELS = 40;
export const MOVE_MILLISECONDS = 180;

/** How lines look on every engine. */
export const LINE_STYLE = {
  weight: 5,
  opacity: 0.8,
  hoveredWeight: 6,
  activeWeight: 8,
  /** Invisible, so that a finger or an unsteady hand finds the line. */
  hitWeight: 22,
} as const;

export interface MapColors {
  line: string;
  hovered: string;
  active: string;
  casing: string;
}

/** Blue for drives, as the spec has it; the hovered and the opened one each have a hue of their own. */
export function mapColors(dark: boolean): MapColors {
  return dark
    ? { line: '#4d9bff', hovered: '#d0a8ff', active: '#ff9f43', casing: '#10151c' }
    : { line: '#1565e6', hovered: '#7a24d6', active: '#e8590c', casing: '#ffffff' };
}

/** The types an installation can show, in the order they are offered. */
export function availableTypes(sources: MapSources): MapType[] {
  const { googleMapsApiKey, styles } = sources;
  return MAP_TYPES.filter((type) => googleMapsApiKey !== null || type === 'roadmap' || styles[type] !== null);
}
