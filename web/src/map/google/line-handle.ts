import type { LatLng } from '@switchback/geo/location';
import type { MapHandle } from '../map-port.js';

interface HandleEvents {
  onPick: (id: string, at: google.maps.LatLng | null) => void;
  onLineDragged: (id: string, location: LatLng, from: LatLng) => void;
}

const INK = '#1b2a3a';
const FILLS = { cut: '#b3261e', interest: '#6b3fa0' } as const;
/** Half the height of a point's mark, which is as wide as its text. */
const RADIUS_PIXELS = 13;
const CHARACTER_PIXELS = 8;

/** The point under the pointer over a line: dragging it bends the line. */
export class LineHandle {
  private marker: google.maps.Marker | null = null;
  private line = '';
  /** The place at which the line is held. */
  private from: LatLng | null = null;
  private isDragging = false;
  private readonly map: google.maps.Map;
  private readonly events: HandleEvents;

  constructor(map: google.maps.Map, events: HandleEvents) {
    this.map = map;
    this.events = events;
  }

  /** Moves the handle to the pointer over a line. */
  follow(line: string, at: google.maps.LatLng | null): void {
    if (this.isDragging || at === null) return;
    this.line = line;
    this.from = at.toJSON();
    this.marker ??= this.show();
    this.marker.setPosition(at);
  }

  hide(): void {
    this.marker?.setMap(null);
    this.marker = null;
    this.isDragging = false;
  }

  private show(): google.maps.Marker {
    const marker = new google.maps.Marker({
      map: this.map,
      draggable: true,
      ...cursorLook(),
    });
    marker.addListener('dragstart', () => (this.isDragging = true));
    marker.addListener('mouseout', () => {
      if (!this.isDragging) this.hide();
    });
    // The handle covers the line below the pointer.
    marker.addListener('click', () => this.events.onPick(this.line, marker.getPosition() ?? null));
    marker.addListener('dragend', ({ latLng }: google.maps.MapMouseEvent) => {
      this.hide();
      if (latLng !== null && this.from !== null) this.events.onLineDragged(this.line, latLng.toJSON(), this.from);
    });
    return marker;
  }
}

/** Returns the look of a point on a line. */
export function cursorLook(): Pick<google.maps.MarkerOptions, 'icon'> {
  return {
    icon: {
      path: google.maps.SymbolPath.CIRCLE,
      scale: 7,
      fillColor: '#ffffff',
      fillOpacity: 1,
      strokeColor: INK,
      strokeWeight: 3,
    },
  };
}

/** Returns the look of a point's mark, as on the other engine. */
export function handleLook({
  text,
  kind,
}: Pick<MapHandle, 'text' | 'kind'>): Pick<google.maps.MarkerOptions, 'icon' | 'label'> {
  const half = Math.max(0, ((text.length - 1) * CHARACTER_PIXELS) / 2);
  const arc = `a${RADIUS_PIXELS} ${RADIUS_PIXELS} 0 0 1 0`;
  const path = `M${-half} ${-RADIUS_PIXELS}h${2 * half}${arc} ${2 * RADIUS_PIXELS}h${-2 * half}${arc} ${-2 * RADIUS_PIXELS}z`;
  return {
    icon: {
      path,
      fillColor: kind === undefined ? INK : FILLS[kind],
      fillOpacity: 1,
      strokeColor: '#ffffff',
      strokeWeight: 2,
    },
    label: { text, color: '#ffffff', fontSize: '13px', fontWeight: '700' },
  };
}
