import { wrapLongitude, type LatLng } from '@switchback/geo/location';
import { type Map as Engine, Marker, type Point } from 'maplibre-gl';
import type { MapEvents, MapHandle } from '../map-port.js';
import styles from './DragHandles.module.css';

type HandleEvents = Pick<MapEvents, 'onHandleMoved' | 'onLineDragged'>;

/** Draggable handles: the points of a route, and one that appears under the pointer over its line. */
export class DragHandles {
  private readonly markers: Marker[] = [];
  private readonly between: Marker;
  private line: string | null = null;
  private isDragging = false;
  /** The handle that was dragged last. */
  private dragged: Marker | null = null;
  /** The place at which the line is held. */
  private from: LatLng | null = null;

  constructor(
    private readonly engine: Engine,
    private readonly events: HandleEvents,
  ) {
    this.between = new Marker({ element: elementOf(styles.between ?? ''), draggable: true });
    this.between.on('dragstart', () => (this.isDragging = true));
    this.between.on('dragend', () => this.drop());
  }

  /** Updates handles in place: a name or a route that arrives must not end a drag. */
  show(handles: readonly MapHandle[]): void {
    for (const marker of this.markers.splice(handles.length)) {
      if (marker === this.dragged) this.isDragging = false;
      marker.remove();
    }
    for (const [index, { location, kind, text, label }] of handles.entries()) {
      const marker = this.markers[index] ?? this.add(index, location);
      if (!this.isDragging || marker !== this.dragged) marker.setLngLat(location);
      const element = marker.getElement();
      element.textContent = text;
      element.title = label;
      element.dataset['kind'] = kind ?? 'stop';
    }
  }

  private add(index: number, location: LatLng): Marker {
    const marker = new Marker({ element: elementOf(styles.handle ?? ''), draggable: true });
    marker.setLngLat(location).addTo(this.engine);
    marker.on('dragstart', () => {
      this.isDragging = true;
      this.dragged = marker;
      this.hide();
    });
    marker.on('dragend', () => {
      this.isDragging = false;
      this.events.onHandleMoved(index, placeOf(marker));
    });
    this.markers[index] = marker;
    return marker;
  }

  /** Moves the line's handle to the pointer; hides it if there is no line, or a point of the route is there. */
  follow(line: string | undefined, point: Point, target: EventTarget | null): void {
    if (this.isDragging) return;
    const isOnPoint = this.markers.some((marker) => marker.getElement() === target);
    if (line === undefined || isOnPoint) return this.hide();
    if (this.line === null) this.between.setLngLat(this.engine.unproject(point)).addTo(this.engine);
    else this.between.setLngLat(this.engine.unproject(point));
    this.from = placeOf(this.between);
    this.line = line;
  }

  clear(): void {
    this.show([]);
    this.hide();
  }

  private hide(): void {
    this.between.remove();
    this.line = null;
  }

  private drop(): void {
    this.isDragging = false;
    const { line, from } = this;
    const place = placeOf(this.between);
    this.hide();
    if (line !== null && from !== null) this.events.onLineDragged(line, place, from);
  }
}

function elementOf(className: string): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  // The list next to the map offers the same to people without a pointer.
  element.setAttribute('aria-hidden', 'true');
  return element;
}

function placeOf(marker: Marker): LatLng {
  const { lat, lng } = marker.getLngLat();
  return { lat, lng: wrapLongitude(lng) };
}
