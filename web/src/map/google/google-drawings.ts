import type { LatLng } from '@switchback/geo/location';
import { partsOf } from '@switchback/geo/parts';
import { clusterLabel, clusterRadiusPixels } from '../cluster-looks.js';
import {
  LINE_STYLE,
  type MapCluster,
  type MapColors,
  type MapHandle,
  type MapLine,
  type MapMarker,
  type MapMarks,
} from '../map-port.js';
import { cursorLook, handleLook, LineHandle } from './line-handle.js';

export interface DrawingEvents {
  onHover: (id: string | null, at: google.maps.LatLng | null) => void;
  onPick: (id: string, at: google.maps.LatLng | null) => void;
  onPickCluster: (cluster: MapCluster) => void;
  onLineDragged: (id: string, location: LatLng, from: LatLng) => void;
}

interface DrawnLine {
  line: MapLine;
  zIndex: number;
  visible: google.maps.Polyline;
  hit: google.maps.Polyline;
}

const DASH: google.maps.IconSequence[] = [
  { icon: { path: 'M 0,-1 0,1', strokeOpacity: LINE_STYLE.opacity, scale: 3 }, offset: '0', repeat: '18px' },
];
/** Above every line that is not marked. */
const MARKED_Z = 100_000;
const MARK_LETTERS = { start: 'A', end: 'B', stop: null } as const;

/**
 * Lines, clusters and markers as Google's overlays. Each line has an invisible, wider twin that handles the pointer.
 */
export class GoogleDrawings {
  private readonly map: google.maps.Map;
  private readonly events: DrawingEvents;
  private colors: MapColors;
  private lines: DrawnLine[] = [];
  private clusters: google.maps.Marker[] = [];
  private markers: google.maps.Marker[] = [];
  private handles: google.maps.Marker[] = [];
  private cursor: google.maps.Marker | null = null;
  private marks: MapMarks = { activeId: null, hoveredId: null };
  private readonly lineHandle: LineHandle | null;

  constructor(map: google.maps.Map, colors: MapColors, events: DrawingEvents, isEditable: boolean) {
    this.map = map;
    this.colors = colors;
    this.events = events;
    this.lineHandle = isEditable ? new LineHandle(map, events) : null;
  }

  setColors(colors: MapColors): void {
    this.colors = colors;
    this.paint();
  }

  setLines(lines: readonly MapLine[]): void {
    for (const { visible, hit } of this.lines) {
      visible.setMap(null);
      hit.setMap(null);
    }
    this.lines = lines.flatMap((line, index) =>
      partsOf(line.path).map((part) => this.drawLine(line, part, lines.length - index)),
    );
    this.paint();
  }

  mark(marks: MapMarks): void {
    this.marks = marks;
    this.paint();
  }

  setClusters(clusters: readonly MapCluster[]): void {
    for (const marker of this.clusters) marker.setMap(null);
    this.clusters = clusters.map((cluster) => this.drawCluster(cluster));
  }

  setMarkers(markers: readonly MapMarker[]): void {
    for (const marker of this.markers) marker.setMap(null);
    this.markers = markers.map(
      (marker) =>
        new google.maps.Marker({
          map: this.map,
          position: marker.location,
          clickable: false,
          label: marker.kind === 'number' ? String(marker.number) : MARK_LETTERS[marker.kind],
        }),
    );
  }

  /** @param onMoved called when a handle is released at another place. */
  setHandles(handles: readonly MapHandle[], onMoved: (index: number, location: LatLng) => void): void {
    for (const handle of this.handles) handle.setMap(null);
    this.handles = handles.map(({ location, label, ...look }, index) => {
      const handle = new google.maps.Marker({
        map: this.map,
        position: location,
        draggable: true,
        ...handleLook(look),
        title: label,
      });
      handle.addListener('dragend', (event: google.maps.MapMouseEvent) => {
        if (event.latLng !== null) onMoved(index, event.latLng.toJSON());
      });
      return handle;
    });
  }

  setCursor(location: LatLng | null): void {
    if (location === null) {
      this.cursor?.setMap(null);
      this.cursor = null;
    } else if (this.cursor === null) {
      const look = cursorLook();
      this.cursor = new google.maps.Marker({ map: this.map, position: location, clickable: false, ...look });
    } else this.cursor.setPosition(location);
  }

  clear(): void {
    this.lineHandle?.hide();
    this.setCursor(null);
    this.setHandles([], () => undefined);
    this.setLines([]);
    this.setClusters([]);
    this.setMarkers([]);
  }

  private drawLine(line: MapLine, part: readonly LatLng[], zIndex: number): DrawnLine {
    const path = [...part];
    const shared = { map: this.map, path, zIndex };
    const visible = new google.maps.Polyline({
      ...shared,
      clickable: false,
      strokeOpacity: line.approximate === true ? 0 : LINE_STYLE.opacity,
      ...(line.approximate === true ? { icons: DASH } : {}),
    });
    const hit = new google.maps.Polyline({ ...shared, strokeWeight: LINE_STYLE.hitWeight, strokeOpacity: 0 });
    hit.addListener('mousemove', ({ latLng }: google.maps.MapMouseEvent) => {
      this.lineHandle?.follow(line.id, latLng);
      this.events.onHover(line.id, latLng);
    });
    hit.addListener('mouseout', () => this.events.onHover(null, null));
    hit.addListener('click', (event: google.maps.MapMouseEvent) => this.events.onPick(line.id, event.latLng));
    return { line, zIndex, visible, hit };
  }

  private paint(): void {
    const { activeWeight, hoveredWeight, weight, thinWeight } = LINE_STYLE;
    for (const { line, zIndex, visible } of this.lines) {
      const active = line.id === this.marks.activeId;
      const hovered = line.id === this.marks.hoveredId;
      visible.setOptions({
        strokeColor: active ? this.colors.active : (line.color ?? this.colors.line),
        strokeWeight: active ? activeWeight : hovered ? hoveredWeight : line.thin ? thinWeight : weight,
        zIndex: active ? MARKED_Z + 1 : hovered ? MARKED_Z : zIndex,
      });
    }
  }

  private drawCluster(cluster: MapCluster): google.maps.Marker {
    const { location, count, id } = cluster;
    const marker = new google.maps.Marker({
      map: this.map,
      position: location,
      // A single drive needs no number.
      label: count === 1 ? null : { text: clusterLabel(count), color: '#ffffff', fontWeight: '700' },
      icon: {
        path: google.maps.SymbolPath.CIRCLE,
        scale: clusterRadiusPixels(count),
        fillColor: this.colors.line,
        fillOpacity: 1,
        strokeColor: this.colors.casing,
        strokeWeight: 2,
      },
    });
    const position = () => marker.getPosition() ?? null;
    marker.addListener('click', () =>
      id === undefined ? this.events.onPickCluster(cluster) : this.events.onPick(id, position()),
    );
    if (id !== undefined) {
      marker.addListener('mouseover', () => this.events.onHover(id, position()));
      marker.addListener('mouseout', () => this.events.onHover(null, null));
    }
    return marker;
  }
}
