/** A map without an engine, for specs of the components around it: records calls, and moves as if by hand. */
import { centerOfBounds } from '@switchback/geo/bounds';
import type { Bounds, LatLng } from '@switchback/geo/location';
import { vi } from 'vitest';
import { ENGINES } from './load-engine.js';
import type {
  CreateMap,
  FitOptions,
  MapCluster,
  MapEvents,
  MapHandle,
  MapLine,
  MapLook,
  MapMarker,
  MapMarks,
  MapOptions,
  MapPoint,
  MapPort,
  MapPosition,
} from './map-port.js';

export class FakePort implements MapPort {
  lines: readonly MapLine[] = [];
  clusters: readonly MapCluster[] = [];
  markers: readonly MapMarker[] = [];
  handles: readonly MapHandle[] = [];
  cursor: LatLng | null = null;
  marks: MapMarks = { activeId: null, hoveredId: null };
  look: MapLook;
  readonly fits: { bounds: Bounds; options: FitOptions }[] = [];
  readonly moves: { lat: number; lng: number; zoom: number; heading?: number }[] = [];
  gone = false;
  readonly options: MapOptions;
  private at: MapPosition;

  constructor(options: MapOptions) {
    this.options = options;
    this.look = options.look;
    const bounds = options.bounds ?? { north: 50, south: 24, west: -125, east: -66 };
    this.at = { bounds, location: centerOfBounds(bounds), zoom: options.zoom };
  }

  get events(): MapEvents {
    return this.options.events;
  }

  /** Ends a move at a position; by hand unless specified. */
  rest(at: Partial<MapPosition>, byHand = true): void {
    this.at = { ...this.at, ...at };
    this.events.onMoveEnd(this.at, byHand);
  }

  setLook(look: MapLook): void {
    this.look = look;
  }

  fit(bounds: Bounds, options: FitOptions = {}): void {
    this.fits.push({ bounds, options });
  }

  moveTo({ lat, lng }: { lat: number; lng: number }, zoom: number, heading?: number): void {
    this.moves.push({ lat, lng, zoom, ...(heading !== undefined && { heading }) });
  }

  position(): MapPosition {
    return this.at;
  }

  setLines(lines: readonly MapLine[]): void {
    this.lines = lines;
  }

  mark(marks: MapMarks): void {
    this.marks = marks;
  }

  setClusters(clusters: readonly MapCluster[]): void {
    this.clusters = clusters;
  }

  setMarkers(markers: readonly MapMarker[]): void {
    this.markers = markers;
  }

  setHandles(handles: readonly MapHandle[]): void {
    this.handles = handles;
  }

  setCursor(location: LatLng | null): void {
    this.cursor = location;
  }

  /** A pixel is a thousandth of a degree. */
  locationOf({ x, y }: MapPoint): LatLng {
    return { lat: this.at.location.lat - y / 1_000, lng: this.at.location.lng + x / 1_000 };
  }

  resize(): void {}

  destroy(): void {
    this.gone = true;
  }
}

/** The maps created so far, newest last. */
export const madePorts: FakePort[] = [];

const createFakeMap: CreateMap = (_element, options) => {
  const port = new FakePort(options);
  madePorts.push(port);
  queueMicrotask(() => port.rest({}, false));
  return Promise.resolve(port);
};

/** Lets every map of a test be a fake; none is made yet. */
export function installFakeEngine(): void {
  madePorts.length = 0;
  for (const engine of ['maplibre', 'google'] as const)
    vi.spyOn(ENGINES, engine).mockResolvedValue({ createMap: createFakeMap });
}
