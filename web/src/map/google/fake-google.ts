/** A fake of Google's script: records what is drawn, and simulates moves and clicks. */
import { centerOfBounds, widthDegrees } from '@switchback/geo/bounds';
import type { Bounds, LatLng } from '@switchback/geo/location';

type Handler = (event?: unknown) => void;

class FakeObject {
  private readonly handlers = new Map<string, Set<Handler>>();

  addListener(name: string, handler: Handler): { remove: () => void } {
    const known = this.handlers.get(name) ?? new Set();
    this.handlers.set(name, known.add(handler));
    return { remove: () => void known.delete(handler) };
  }

  fire(name: string, event?: unknown): void {
    for (const handler of this.handlers.get(name) ?? []) handler(event);
  }

  get listenerCount(): number {
    return [...this.handlers.values()].reduce((sum, known) => sum + known.size, 0);
  }
}

export class FakeMap extends FakeObject {
  type: string;
  readonly controls: HTMLElement[][] = [[]];
  private center: LatLng;
  private zoom: number;

  constructor(_element: HTMLElement, options: { center: LatLng; zoom: number; mapTypeId: string }) {
    super();
    this.center = options.center;
    this.zoom = options.zoom;
    this.type = options.mapTypeId;
  }

  getCenter() {
    return { toJSON: () => this.center };
  }

  getZoom(): number {
    return this.zoom;
  }

  getBounds() {
    const half = 180 / 2 ** this.zoom;
    const { lat, lng } = this.center;
    return { toJSON: () => ({ north: lat + half, south: lat - half, east: lng + half, west: lng - half }) };
  }

  /** Coordinates are degrees here: the port only passes pixels on. */
  getProjection(): undefined {
    return undefined;
  }

  setMapTypeId(type: string): void {
    this.type = type;
  }

  setCenter(center: LatLng): void {
    this.center = center;
    this.fire('idle');
  }

  setHeading(): void {}
  setZoom(zoom: number): void {
    this.zoom = zoom;
    this.fire('idle');
  }

  fitBounds(bounds: Bounds): void {
    this.center = centerOfBounds(bounds);
    this.zoom = Math.floor(Math.log2(360 / widthDegrees(bounds)));
    this.fire('idle');
  }

  /** Drags the map to the right by a tenth of its width. */
  drag(): void {
    this.fire('dragstart');
    this.setCenter({ ...this.center, lng: this.center.lng - 36 / 2 ** this.zoom });
  }
}

export interface OverlayOptions {
  map: FakeMap | null;
  path?: readonly LatLng[];
  clickable?: boolean;
  strokeColor?: string;
  strokeWeight?: number;
  strokeOpacity?: number;
  label?: string | { text: string } | null;
  icon?: unknown;
  draggable?: boolean;
  title?: string;
  position?: LatLng;
}

class FakeOverlay extends FakeObject {
  readonly options: OverlayOptions;

  constructor(options: OverlayOptions) {
    super();
    this.options = { ...options };
    drawn.add(this);
  }

  setMap(map: FakeMap | null): void {
    this.options.map = map;
    if (map === null) drawn.delete(this);
  }

  setOptions(options: Partial<OverlayOptions>): void {
    Object.assign(this.options, options);
  }

  getPosition(): LatLng | undefined {
    return this.options.position;
  }

  setPosition(position: LatLng): void {
    this.options.position = position;
  }

  /** Drags it to a place. */
  drag(to: LatLng): void {
    this.fire('dragstart');
    this.fire('dragend', { latLng: { toJSON: () => to } });
  }
}

export class FakePolyline extends FakeOverlay {}
export class FakeMarker extends FakeOverlay {}

const drawn = new Set<FakeOverlay>();

export function drawnOf<T extends FakeOverlay>(kind: new (options: OverlayOptions) => T): T[] {
  return [...drawn].filter((overlay): overlay is T => overlay instanceof kind);
}

/** Installs the script's global, as if it had loaded. */
export function installFakeGoogle(): void {
  drawn.clear();
  const maps = {
    Polyline: FakePolyline,
    Marker: FakeMarker,
    SymbolPath: { CIRCLE: 0 },
    ControlPosition: { RIGHT_BOTTOM: 0 },
    event: { trigger: (target: FakeObject, name: string) => target.fire(name) },
  };
  Object.assign(globalThis, { google: { maps } });
}
