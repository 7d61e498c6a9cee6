import type { LatLng } from '@switchback/geo/location';
import { type Map as Engine, Marker } from 'maplibre-gl';
import styles from './CursorMark.module.css';

/** A dot on a line. An element, because a source would draw it a few frames late. */
export class CursorMark {
  private readonly marker: Marker;
  private isShown = false;

  constructor(private readonly engine: Engine) {
    const element = document.createElement('div');
    element.className = styles.cursor ?? '';
    element.dataset['mapCursor'] = '';
    element.setAttribute('aria-hidden', 'true');
    this.marker = new Marker({ element });
  }

  show(location: LatLng | null): void {
    if (location === null) this.marker.remove();
    else this.marker.setLngLat(location);
    if (location !== null && !this.isShown) this.marker.addTo(this.engine);
    this.isShown = location !== null;
  }
}
