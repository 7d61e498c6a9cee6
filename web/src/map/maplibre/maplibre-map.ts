import {
  type ErrorEvent,
  type GeoJSONSource,
  Map as Engine,
  type MapMouseEvent,
  type Point,
  type PointLike,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { FeatureCollection } from 'geojson';
import { widthDegrees } from '@switchback/geo/bounds';
import { wrapLongitude, type Bounds, type LatLng } from '@switchback/geo/location';
import {
  FIT_PADDING_PIXELS,
  isOverview,
  mapColors,
  MOVE_MILLISECONDS,
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
  type MapSources,
} from '../map-port.js';
import { OVERVIEW_ZOOM_MAX, ZOOM } from '../zoom.js';
import { baseMapStyle } from './base-map-style.js';
import { registerBaseMap } from './base-map-tiles.js';
import { clusterFeatures, lineChanges, lineFeatures, markedFeatures, markerFeatures } from './geojson.js';
import { nearestFirst } from './hits.js';
import { CursorMark } from './cursor-mark.js';
import { DragHandles } from './drag-handles.js';
import { addControls, type MapControls, ZOOM_OFFSET } from './controls.js';
import { drawIcon } from './icons.js';
import { HIT_LAYERS, overlayLayers, SOURCES } from './overlay-layers.js';

const MAX_ZOOM = ZOOM.buildings;
/** A smaller element cannot fit anything. */
const FITTABLE_PIXELS = 40;
/** A finger hits the pin of a single drive within this distance from its edge. */
const PIN_REACH_PIXELS = 12;
const START_TIMEOUT_MS = 20_000;

/** A map drawn by MapLibre, with the shipped base map or an installation's own style. */
export const createMap: CreateMap = async (element, options, sources) => {
  // In a bundle, the engine would look for the worker next to its own chunk and not find it.
  setWorkerUrl(workerUrl);
  registerBaseMap();
  const engine = new Engine({
    container: element,
    style: await styleOf(options.look, sources),
    validateStyle: isForeign(options.look, sources),
    ...startOf(options),
    maxZoom: MAX_ZOOM - ZOOM_OFFSET,
    ...(options.minZoom !== undefined && { minZoom: options.minZoom - ZOOM_OFFSET }),
    cooperativeGestures: options.cooperative,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    maxPitch: 0,
    locale: { 'Map.Title': options.label },
    ...(matchMedia('(prefers-reduced-motion: reduce)').matches && { fadeDuration: 0 }),
  });
  engine.touchZoomRotate.disableRotation();
  engine.keyboard.disableRotation();
  const map = new MapLibreMap(engine, options, sources);
  try {
    await started(engine);
  } catch (error) {
    map.destroy();
    throw error;
  }
  map.start();
  return map;
};

class MapLibreMap implements MapPort {
  private look: MapLook;
  private lines: readonly MapLine[] = [];
  private marks: MapMarks = { activeId: null, hoveredId: null };
  private clusters: readonly MapCluster[] = [];
  private markers: readonly MapMarker[] = [];
  private hovering = false;
  private gone = false;
  private frame = 0;
  /** A fit that was requested before the page had laid out the map. */
  private pendingFit: (() => void) | undefined;
  private readonly handles: DragHandles;
  private readonly cursor: CursorMark;
  private readonly controls: MapControls;
  /** Whether the person asked for the move that is about to end, with a button rather than a gesture. */
  private requested = false;
  private readonly engine: Engine;
  private readonly options: MapOptions;
  private readonly sources: MapSources;

  constructor(engine: Engine, options: MapOptions, sources: MapSources) {
    this.engine = engine;
    this.options = options;
    this.sources = sources;
    this.look = options.look;
    this.handles = new DragHandles(engine, options.events);
    this.cursor = new CursorMark(engine);
    this.controls = addControls(engine, options, () => (this.requested = true));
    engine.on('style.load', () => this.drawOverlay());
    engine.setMissingStyleImageResolver((name) => this.addIcon(name));
  }

  /** Starts to emit events. */
  start(): void {
    const { events } = this.options;
    this.engine.on('moveend', (event) => {
      const byHand = event.originalEvent !== undefined || this.requested;
      this.requested = false;
      events.onMoveEnd(this.position(), byHand);
    });
    this.engine.on('resize', () => this.pendingFit?.());
    this.engine.on('mousemove', (event) => this.hover(event));
    this.engine.on('mouseout', () => this.leave());
    this.engine.on('movestart', () => this.leave());
    this.engine.on('click', (event) => this.click(event));
    events.onMoveEnd(this.position(), false);
  }

  setLook(look: MapLook): void {
    if (look.type === this.look.type && look.dark === this.look.dark && look.units === this.look.units) return;
    this.look = look;
    this.controls.setUnits(look.units);
    void this.showStyle(look);
  }

  /** Keeps the current style until the next one is loaded; falls back to the shipped map if it cannot be read. */
  private async showStyle(look: MapLook): Promise<void> {
    const style = await styleOf(look, this.sources)
      .then(readStyle)
      .catch(() => baseMapStyle(look));
    if (this.look === look && !this.gone)
      this.engine.setStyle(style, { diff: false, validate: isForeign(look, this.sources) });
  }

  fit(bounds: Bounds, options: FitOptions = {}): void {
    const { clientWidth: width, clientHeight: height } = this.engine.getContainer();
    if (Math.min(width, height) < FITTABLE_PIXELS) {
      this.pendingFit = () => this.fit(bounds, { ...options, animate: false });
      return;
    }
    this.pendingFit = undefined;
    const { padding = {}, animate = true, isClose = false } = options;
    const deepest = isOverview(this.sources) && !isClose ? OVERVIEW_ZOOM_MAX : MAX_ZOOM;
    const maxZoom = Math.min(options.maxZoom ?? MAX_ZOOM, deepest);
    const [top, bottom] = fittingPadding(padding.top, padding.bottom, height);
    const [left, right] = fittingPadding(padding.left, padding.right, width);
    this.engine.fitBounds(cornersOf(bounds), {
      padding: { top, bottom, left, right },
      maxZoom: maxZoom - ZOOM_OFFSET,
      duration: animate ? MOVE_MILLISECONDS : 0,
      linear: true,
    });
  }

  moveTo(center: LatLng, zoom: number, heading = 0): void {
    this.engine.jumpTo({ center, zoom: zoom - ZOOM_OFFSET, bearing: heading });
  }

  position(): MapPosition {
    const { lat, lng } = this.engine.getCenter();
    const shown = this.engine.getBounds();
    const whole = shown.getEast() - shown.getWest() >= 360;
    return {
      bounds: {
        north: Math.min(90, shown.getNorth()),
        south: Math.max(-90, shown.getSouth()),
        west: whole ? -180 : wrapLongitude(shown.getWest()),
        east: whole ? 180 : wrapLongitude(shown.getEast()),
      },
      location: { lat, lng: wrapLongitude(lng) },
      zoom: this.engine.getZoom() + ZOOM_OFFSET,
    };
  }

  setLines(lines: readonly MapLine[]): void {
    void this.engine.getSource<GeoJSONSource>(SOURCES.lines)?.updateData(lineChanges(this.lines, lines));
    this.lines = lines;
    this.drawMarks();
  }

  mark(marks: MapMarks): void {
    if (marks.activeId === this.marks.activeId && marks.hoveredId === this.marks.hoveredId) return;
    this.marks = marks;
    this.drawMarks();
  }

  setClusters(clusters: readonly MapCluster[]): void {
    this.clusters = clusters;
    this.draw(SOURCES.clusters, clusterFeatures(clusters));
  }

  setMarkers(markers: readonly MapMarker[]): void {
    this.markers = markers;
    this.draw(SOURCES.markers, markerFeatures(markers));
  }

  setHandles(handles: readonly MapHandle[]): void {
    this.handles.show(handles);
  }

  setCursor(location: LatLng | null): void {
    this.cursor.show(location);
  }

  locationOf({ x, y }: MapPoint): LatLng {
    const { lat, lng } = this.engine.unproject([x, y]);
    return { lat, lng: wrapLongitude(lng) };
  }

  resize(): void {
    this.engine.resize();
  }

  destroy(): void {
    this.gone = true;
    cancelAnimationFrame(this.frame);
    this.handles.clear();
    this.engine.remove();
  }

  /** The source is missing while a style loads; `drawOverlay` then draws everything. */
  private draw(id: string, features: FeatureCollection): void {
    void this.engine.getSource<GeoJSONSource>(id)?.setData(features);
  }

  private drawMarks(): void {
    this.draw(SOURCES.marked, markedFeatures(this.lines, this.marks));
  }

  /** Draws everything again, since a new style removes it. */
  private drawOverlay(): void {
    const data = {
      [SOURCES.lines]: lineFeatures(this.lines),
      [SOURCES.marked]: markedFeatures(this.lines, this.marks),
      [SOURCES.clusters]: clusterFeatures(this.clusters),
      [SOURCES.markers]: markerFeatures(this.markers),
    };
    for (const [id, features] of Object.entries(data)) {
      this.engine.addSource(id, {
        type: 'geojson',
        data: features,
        tolerance: 0.3,
        ...(id === SOURCES.lines && { promoteId: 'id' }),
      });
    }
    const names = this.engine.getStyle().layers.find(({ type }) => type === 'symbol')?.id;
    for (const layer of overlayLayers(mapColors(this.look.dark))) {
      // Lines are drawn below place names, so that both stay readable.
      this.engine.addLayer(layer, layer.type === 'line' ? names : undefined);
    }
  }

  private addIcon(name: string): void {
    const icon = drawIcon(name, this.look.dark);
    if (icon !== undefined && !this.engine.hasImage(name)) {
      this.engine.addImage(name, icon.image, { pixelRatio: icon.pixelRatio });
    }
  }

  /** Queries at most once a frame: pointers report faster than a screen draws. */
  private hover({ point, originalEvent }: MapMouseEvent): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      if (this.engine.isMoving()) return;
      const cluster = this.clusterAt(point);
      const ids = cluster === undefined ? this.linesAt(point) : idsOf(cluster);
      this.engine.getCanvas().style.cursor = cluster !== undefined || ids.length > 0 ? 'pointer' : '';
      if (this.options.editable) this.handles.follow(ids[0], point, originalEvent.target);
      if (ids.length === 0) return this.leave();
      this.hovering = true;
      this.options.events.onHover(ids, { x: point.x, y: point.y });
    });
  }

  private leave(): void {
    if (!this.hovering) return;
    this.hovering = false;
    this.options.events.onHover([], { x: 0, y: 0 });
  }

  private click({ point }: MapMouseEvent): void {
    const { events } = this.options;
    const at = { x: point.x, y: point.y };
    const cluster = this.clusterAt(point);
    if (cluster !== undefined && cluster.id === undefined) return events.onPickCluster(cluster);
    const ids = cluster === undefined ? this.linesAt(point) : idsOf(cluster);
    if (ids.length > 0) events.onPick(ids, at);
    else events.onPickNothing(at);
  }

  private clusterAt(point: Point): MapCluster | undefined {
    if (this.engine.getLayer(HIT_LAYERS.clusters) === undefined) return undefined;
    const layers = [HIT_LAYERS.clusters];
    const around: [PointLike, PointLike] = [
      [point.x - PIN_REACH_PIXELS, point.y - PIN_REACH_PIXELS],
      [point.x + PIN_REACH_PIXELS, point.y + PIN_REACH_PIXELS],
    ];
    const [hit = this.engine.queryRenderedFeatures(around, { layers })[0]] = this.engine.queryRenderedFeatures(point, {
      layers,
    });
    return hit === undefined ? undefined : this.clusters[Number(hit.properties['index'])];
  }

  private linesAt(point: Point): string[] {
    if (this.engine.getLayer(HIT_LAYERS.lines) === undefined) return [];
    const hits = this.engine.queryRenderedFeatures(point, { layers: [HIT_LAYERS.lines] });
    return nearestFirst(hits, point, (place) => this.engine.project(place));
  }
}

function idsOf({ id }: MapCluster): string[] {
  return id === undefined ? [] : [id];
}

async function styleOf(look: MapLook, { styles, streets }: MapSources): Promise<StyleSpecification | string> {
  const own = styles[look.type];
  if (own !== null || streets === null) return own ?? baseMapStyle(look);
  // Loaded on demand: few installations have streets.
  return (await import('./streets-style.js')).streetsStyle(look, streets);
}

/** Our style is known to be valid, and validating it takes a slow phone a tenth of a second. */
function isForeign(look: MapLook, { styles }: MapSources): boolean {
  return styles[look.type] !== null;
}

async function readStyle(style: StyleSpecification | string): Promise<StyleSpecification> {
  if (typeof style !== 'string') return style;
  const answer = await fetch(style, { signal: AbortSignal.timeout(START_TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`The map style answered ${answer.status}.`);
  return (await answer.json()) as StyleSpecification;
}

function startOf({ bounds, location, zoom, coveredPixels: bottom = 0 }: MapOptions) {
  if (bounds === null) return { center: location, zoom: zoom - ZOOM_OFFSET };
  return { bounds: cornersOf(bounds), fitBoundsOptions: { padding: { top: 0, right: 0, bottom, left: 0 } } };
}

/** Southwest and northeast corners, the latter east of the former even across the antimeridian. */
function cornersOf(bounds: Bounds): [[number, number], [number, number]] {
  return [
    [bounds.west, bounds.south],
    [bounds.west + widthDegrees(bounds), bounds.north],
  ];
}

/** Returns the padding of two opposite edges, scaled down if less than a fifth of the size would stay free. */
function fittingPadding(
  start = FIT_PADDING_PIXELS,
  end = FIT_PADDING_PIXELS,
  size: number,
): [start: number, end: number] {
  const scale = Math.min(1, (size * 0.8) / Math.max(start + end, 1));
  return [start * scale, end * scale];
}

/** Settles when the first style is loaded; rejects if it cannot be read, instead of showing an empty map. */
function started(engine: Engine): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The map style took too long.')), START_TIMEOUT_MS);
    const onError = ({ error }: ErrorEvent) => {
      clearTimeout(timer);
      reject(new Error('The map style could not be read.', { cause: error }));
    };
    engine.on('error', onError);
    engine.once('style.load', () => {
      clearTimeout(timer);
      engine.off('error', onError);
      resolve();
    });
  });
}
