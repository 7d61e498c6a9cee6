import type { CurvinessBand } from '@switchback/contracts/rules/curviness';
import type { Units } from '@switchback/contracts/rules/units';
import type { Bounds, LatLng } from '@switchback/geo/location';

/**
 * The product's interface to a map, independent of the engine. Zooms are those of 256-pixel Web Mercator tiles on every
 * engine: world 1, continent 5, city 10, streets 15. Boxes may cross the antimeridian.
 */
export interface MapPort {
  /** Changes the map type; lines, clusters, markers and the position stay. */
  setLook(look: MapLook): void;
  /** Moves so that the box fills the area inside the padding. At most `maxZoom` deep. */
  fit(bounds: Bounds, options?: FitOptions): void;
  /**
   * Moves to a point and zoom without animation.
   * @param heading degrees clockwise from north that point up; an engine that cannot turn ignores it
   */
  moveTo(center: LatLng, zoom: number, heading?: number): void;
  position(): MapPosition;
  /** Draws exactly these lines, the first on top; blue or in their own color, 5 wide, opacity 0.8, dashed if approximate. */
  setLines(lines: readonly MapLine[]): void;
  /** Marks drawn lines; ignores ids that are not drawn. */
  mark(marks: MapMarks): void;
  /** Draws exactly these clusters, each with its count. */
  setClusters(clusters: readonly MapCluster[]): void;
  setMarkers(markers: readonly MapMarker[]): void;
  /** Shows exactly these draggable points. */
  setHandles(handles: readonly MapHandle[]): void;
  /** Marks a point on a line, as the cursor of its elevation profile; null removes the mark. */
  setCursor(location: LatLng | null): void;
  /** Returns the location at a point of the element. */
  locationOf(point: MapPoint): LatLng;
  /** Call it when the element's size has changed. */
  resize(): void;
  /** Removes everything from the element; no events are emitted afterwards. */
  destroy(): void;
}

/** The visible area of a map. */
export interface MapPosition {
  bounds: Bounds;
  location: LatLng;
  zoom: number;
}

/** The part of a map that nothing covers, and the center of the whole, to which `moveTo` returns. */
export interface FreeArea extends MapPosition {
  center: LatLng;
}

export const MAP_TYPES = ['roadmap', 'terrain', 'satellite'] as const;
export type MapType = (typeof MAP_TYPES)[number];

export interface MapLook {
  type: MapType;
  dark: boolean;
  /** The shipped map shows heights in feet with miles, in meters with kilometers. */
  units: Units;
}

export interface MapLine {
  id: string;
  path: readonly LatLng[];
  /** The line does not follow the road between its points. */
  approximate?: boolean;
  /** CSS color of the unmarked line, instead of blue. */
  color?: string;
  /** Drawn thinner than drives. */
  thin?: boolean;
}

export interface MapMarks {
  activeId: string | null;
  hoveredId: string | null;
}

export interface MapCluster {
  location: LatLng;
  count: number;
  bounds: Bounds;
  /** The drive's id if the count is 1. */
  id?: string;
}

export type MapMarker =
  | { location: LatLng; kind: 'start' | 'end' | 'stop' }
  /** Start of a drive in a list, with its place there, from 1. */
  | { location: LatLng; kind: 'number'; number: number };

/** A point of a route that is being edited, or one of the two ends of a stretch of it. */
export interface MapHandle {
  location: LatLng;
  /** An end of a stretch, or a point of interest; absent for a point of the route. */
  kind?: 'cut' | 'interest';
  /** Text on the handle: a letter or a number. */
  text: string;
  /** Accessible name. */
  label: string;
}

/** Pixels from the element's upper left corner. */
export interface MapPoint {
  x: number;
  y: number;
}

export interface FitOptions {
  /** Free pixels at each edge; defaults to 40. */
  padding?: Partial<Record<'top' | 'right' | 'bottom' | 'left', number>>;
  maxZoom?: number;
  /** Zooms closer than the roads of the shipped map are accurate, for a part of a line. */
  isClose?: boolean;
  animate?: boolean;
}

export interface MapEvents {
  /** After each move has ended, once at the start, and after a resize. `byHand`: the person moved it. */
  onMoveEnd(position: MapPosition, byHand: boolean): void;
  /** The drives under the pointer, nearest first; empty when the pointer has left them. */
  onHover(ids: readonly string[], at: MapPoint): void;
  /** A click on lines, or on a cluster of one drive: the drives there, nearest first. */
  onPick(ids: readonly string[], at: MapPoint): void;
  onPickCluster(cluster: MapCluster): void;
  /** A click on an empty part of the map. */
  onPickNothing(at: MapPoint): void;
  /** A handle was released at another place. */
  onHandleMoved(index: number, location: LatLng): void;
  /** A line was dragged, held at `from`, and released at a place; only on editable maps. */
  onLineDragged(id: string, location: LatLng, from: LatLng): void;
}

export interface MapStart {
  look: MapLook;
  /** Null starts at `location` and `zoom`. */
  bounds: Bounds | null;
  location: LatLng;
  zoom: number;
  /** Pixels at the lower edge that the bounds leave free; defaults to 0. */
  coveredPixels?: number;
}

export interface MapOptions extends MapStart {
  /** The accessible name of the focusable map. */
  label: string;
  /** For pages that scroll: the wheel and one finger scroll the page, not the map. */
  cooperative: boolean;
  /** Whether lines can be dragged. */
  editable?: boolean;
  /** Minimum zoom. */
  minZoom?: number;
  events: MapEvents;
}

/** An installation's configuration for maps. */
export interface MapSources {
  googleMapsApiKey: string | null;
  /** Addresses of MapLibre styles; null if there is none. */
  styles: Readonly<Record<MapType, string | null>>;
  /** The installation's own street tiles for the road map; null if there are none. */
  streets: StreetsSource | null;
}

/** An archive of vector tiles (PMTiles). */
export interface StreetsSource {
  url: string;
  bounds: Bounds;
}

/** Whether the road map is the shipped one, which has main roads only. */
export function isOverview({ googleMapsApiKey, styles, streets }: MapSources): boolean {
  return googleMapsApiKey === null && styles.roadmap === null && streets === null;
}

/** Returns the street tiles that the road map is drawn from; null if it is drawn from another map. */
export function ownStreets({ googleMapsApiKey, styles, streets }: MapSources): StreetsSource | null {
  return googleMapsApiKey === null && styles.roadmap === null ? streets : null;
}

/** Creates a map that fills the element. Rejects if the engine cannot start, for instance without WebGL. */
export type CreateMap = (element: HTMLElement, options: MapOptions, sources: MapSources) => Promise<MapPort>;

export const FIT_PADDING_PIXELS = 40;
export const MOVE_MILLISECONDS = 180;

/** The look of lines on every engine. */
export const LINE_STYLE = {
  weight: 5,
  thinWeight: 3,
  opacity: 0.8,
  hoveredWeight: 7,
  activeWeight: 8,
  /** Invisible; makes the line easy to hit with a finger or an unsteady hand. */
  hitWeight: 22,
} as const;

export interface MapColors {
  line: string;
  active: string;
  casing: string;
}

/** Blue for drives, as specified, and another color for the chosen one; the hovered one is only heavier. */
export function mapColors(dark: boolean): MapColors {
  return dark
    ? { line: '#4d9bff', active: '#ff9f43', casing: '#10151c' }
    : { line: '#1565e6', active: '#e8590c', casing: '#ffffff' };
}

/** For drives that are compared, in their order; none is that of other drives or of the chosen one. */
export function comparedColors(dark: boolean): readonly [string, string, string] {
  return dark ? ['#ff7ab8', '#3ddbc0', '#b58cff'] : ['#c2257f', '#0f766e', '#6d28d9'];
}

/** Gray, in light and dark: lines next to the drives, such as an earlier one or the way between two. */
export const NEUTRAL_LINE_COLOR = '#6b7280';

/** From blue to red by curviness; distinguishable by hue and, in gray, by lightness. */
export function curvinessColors(dark: boolean): Record<CurvinessBand, string> {
  return dark
    ? { gentle: '#4d9bff', winding: '#b58cff', twisty: '#ff7ab8', relentless: '#ff5a47' }
    : { gentle: '#1565e6', winding: '#8a3fd1', twisty: '#c2257f', relentless: '#a8110b' };
}

/** Returns the types that an installation can show, in display order. */
export function availableTypes(sources: MapSources): MapType[] {
  const { googleMapsApiKey, styles } = sources;
  return MAP_TYPES.filter((type) => googleMapsApiKey !== null || type === 'roadmap' || styles[type] !== null);
}
