import { GoogleMap, useJsApiLoader } from '@react-google-maps/api';
import { wrapLongitude, type Bounds, type LatLng } from '@switchback/geo/location';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import {
  FIT_PADDING_PIXELS,
  mapColors,
  type CreateMap,
  type FitOptions,
  type MapCluster,
  type MapHandle,
  type MapLine,
  type MapLook,
  type MapMarker,
  type MapMarks,
  type MapOptions,
  type MapPoint,
  type MapPort,
  type MapPosition,
} from '../map-port.js';
import { ZOOM } from '../zoom.js';
import { type DrawingEvents, GoogleDrawings } from './google-drawings.js';
import { addLocateControl } from './locate-control.js';

const LOADER_ID = 'google-maps';
const MAX_ZOOM = ZOOM.buildings;
const START_TIMEOUT_MS = 20_000;

/** A map drawn by Google Maps, for installations with an API key. */
export const createMap: CreateMap = (element, options, { googleMapsApiKey }) =>
  new Promise((resolve, reject) => {
    const root = createRoot(element);
    const unmount = () => root.unmount();
    const fail = (error: Error) => {
      clearTimeout(timer);
      unmount();
      reject(error);
    };
    const timer = setTimeout(() => fail(new Error('Google Maps took too long.')), START_TIMEOUT_MS);
    const begin = (engine: google.maps.Map) => {
      clearTimeout(timer);
      const map = new GoogleMapPort(engine, element, options, unmount);
      engine.addListener('projection_changed', () => map.start());
      resolve(map);
      if (engine.getProjection() !== undefined) map.start();
    };
    root.render(<Host apiKey={googleMapsApiKey ?? ''} options={options} onMap={begin} onError={fail} />);
  });

interface HostProps {
  apiKey: string;
  options: MapOptions;
  onMap: (engine: google.maps.Map) => void;
  onError: (error: Error) => void;
}

const FILL = { width: '100%', height: '100%' };

/** Loads Google's script, once per page, and mounts its map; the port controls its position from then on. */
function Host({ apiKey, options, onMap, onError }: HostProps) {
  const { isLoaded, loadError } = useJsApiLoader({ id: LOADER_ID, googleMapsApiKey: apiKey });
  useEffect(() => {
    if (loadError !== undefined) onError(loadError);
  }, [loadError, onError]);
  if (!isLoaded) return null;
  return <GoogleMap mapContainerStyle={FILL} options={engineOptions(options)} onLoad={onMap} />;
}

function engineOptions({ look, location, zoom, cooperative, label, minZoom }: MapOptions): google.maps.MapOptions {
  return {
    center: location,
    zoom,
    maxZoom: MAX_ZOOM,
    ...(minZoom !== undefined && { minZoom }),
    mapTypeId: look.type,
    colorScheme: look.dark ? 'DARK' : 'LIGHT',
    gestureHandling: cooperative ? 'cooperative' : 'greedy',
    disableDefaultUI: true,
    zoomControl: true,
    fullscreenControl: true,
    scaleControl: true,
    clickableIcons: false,
    keyboardShortcuts: true,
    // Not in the types yet; labels the map for screen readers.
    ...({ ariaLabel: label } as object),
  };
}

class GoogleMapPort implements MapPort {
  private readonly engine: google.maps.Map;
  private readonly element: HTMLElement;
  private readonly options: MapOptions;
  private readonly unmount: () => void;
  private readonly drawings: GoogleDrawings;
  private readonly listeners: google.maps.MapsEventListener[] = [];
  private begun = false;
  private byHand = false;

  constructor(engine: google.maps.Map, element: HTMLElement, options: MapOptions, unmount: () => void) {
    this.engine = engine;
    this.element = element;
    this.options = options;
    this.unmount = unmount;
    const { events } = options;
    const drawn: DrawingEvents = {
      onHover: (id, at) => events.onHover(id === null ? [] : [id], this.pixelOf(at)),
      onPick: (id, at) => events.onPick([id], this.pixelOf(at)),
      onPickCluster: (cluster) => events.onPickCluster(cluster),
      onLineDragged: (id, location, from) => events.onLineDragged(id, location, from),
    };
    this.drawings = new GoogleDrawings(engine, mapColors(options.look.dark), drawn, options.editable === true);
  }

  /** Starts to emit events, once there is a projection to compute places. */
  start(): void {
    if (this.begun) return;
    this.begun = true;
    if (this.options.bounds !== null)
      this.fit(this.options.bounds, {
        padding: { top: 0, right: 0, bottom: this.options.coveredPixels ?? 0, left: 0 },
      });
    const listen = (name: string, act: (event?: google.maps.MapMouseEvent) => void) =>
      this.listeners.push(this.engine.addListener(name, act));
    listen('dragstart', () => (this.byHand = true));
    listen('idle', () => {
      this.options.events.onMoveEnd(this.position(), this.byHand);
      this.byHand = false;
    });
    listen('click', (event?: google.maps.MapMouseEvent) =>
      this.options.events.onPickNothing(this.pixelOf(event?.latLng ?? null)),
    );
    this.element.addEventListener('wheel', this.touched, { passive: true });
    this.element.addEventListener('keydown', this.touched);
    this.element.addEventListener('click', this.touched, { capture: true });
    // The map of one drive stays at that drive.
    if (!this.options.cooperative)
      addLocateControl(this.engine, (location) => {
        this.moveTo(location, ZOOM.city);
        this.byHand = true;
      });
    this.options.events.onMoveEnd(this.position(), false);
  }

  /** The wheel, keys and the zoom buttons move the map without a drag. */
  private readonly touched = (): void => {
    this.byHand = true;
  };

  setLook({ type, dark }: MapLook): void {
    this.engine.setMapTypeId(type);
    this.drawings.setColors(mapColors(dark));
  }

  fit(bounds: Bounds, { padding = {}, maxZoom = MAX_ZOOM }: FitOptions = {}): void {
    this.byHand = false;
    const { top, right, bottom, left } = padding;
    this.engine.fitBounds(bounds, {
      top: top ?? FIT_PADDING_PIXELS,
      right: right ?? FIT_PADDING_PIXELS,
      bottom: bottom ?? FIT_PADDING_PIXELS,
      left: left ?? FIT_PADDING_PIXELS,
    });
    if ((this.engine.getZoom() ?? 0) > maxZoom) this.engine.setZoom(maxZoom);
  }

  moveTo(center: LatLng, zoom: number, heading = 0): void {
    this.byHand = false;
    // Only vector maps turn.
    this.engine.setHeading(heading);
    this.engine.setCenter(center);
    this.engine.setZoom(Math.min(zoom, MAX_ZOOM));
  }

  position(): MapPosition {
    const center = this.engine.getCenter()?.toJSON() ?? this.options.location;
    const shown = this.engine.getBounds()?.toJSON() ?? { ...pointBox(center) };
    return {
      bounds: shown,
      location: { lat: center.lat, lng: wrapLongitude(center.lng) },
      zoom: this.engine.getZoom() ?? this.options.zoom,
    };
  }

  setLines(lines: readonly MapLine[]): void {
    this.drawings.setLines(lines);
  }

  mark(marks: MapMarks): void {
    this.drawings.mark(marks);
  }

  setClusters(clusters: readonly MapCluster[]): void {
    this.drawings.setClusters(clusters);
  }

  setMarkers(markers: readonly MapMarker[]): void {
    this.drawings.setMarkers(markers);
  }

  setHandles(handles: readonly MapHandle[]): void {
    this.drawings.setHandles(handles, (index, location) => this.options.events.onHandleMoved(index, location));
  }

  setCursor(location: LatLng | null): void {
    this.drawings.setCursor(location);
  }

  locationOf({ x, y }: MapPoint): LatLng {
    const projection = this.engine.getProjection();
    const bounds = this.engine.getBounds();
    const west = bounds === undefined ? undefined : projection?.fromLatLngToPoint(bounds.getSouthWest());
    const north = bounds === undefined ? undefined : projection?.fromLatLngToPoint(bounds.getNorthEast());
    if (!projection || !west || !north) return this.position().location;
    const scale = 2 ** (this.engine.getZoom() ?? 0);
    const place = projection.fromPointToLatLng(new google.maps.Point(west.x + x / scale, north.y + y / scale));
    return place?.toJSON() ?? this.position().location;
  }

  /** Google observes its element by itself; triggering a resize covers the cases it misses. */
  resize(): void {
    google.maps.event.trigger(this.engine, 'resize');
  }

  destroy(): void {
    for (const listener of this.listeners) listener.remove();
    this.element.removeEventListener('wheel', this.touched);
    this.element.removeEventListener('keydown', this.touched);
    this.element.removeEventListener('click', this.touched, { capture: true });
    this.drawings.clear();
    // Deferred, because the component unmounts in an effect of a page that may be rendering.
    queueMicrotask(this.unmount);
  }

  private pixelOf(place: google.maps.LatLng | null): MapPoint {
    const projection = this.engine.getProjection();
    const bounds = this.engine.getBounds();
    const point = place === null ? undefined : projection?.fromLatLngToPoint(place);
    const west = bounds === undefined ? undefined : projection?.fromLatLngToPoint(bounds.getSouthWest());
    const north = bounds === undefined ? undefined : projection?.fromLatLngToPoint(bounds.getNorthEast());
    if (!point || !west || !north) return { x: 0, y: 0 };
    const scale = 2 ** (this.engine.getZoom() ?? 0);
    return { x: (point.x - west.x) * scale, y: (point.y - north.y) * scale };
  }
}

function pointBox({ lat, lng }: LatLng): Bounds {
  return { north: lat, south: lat, east: lng, west: lng };
}
