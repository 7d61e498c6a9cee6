import {
  AttributionControl,
  FullscreenControl,
  GeolocateControl,
  type Map as Engine,
  NavigationControl,
  ScaleControl,
} from 'maplibre-gl';
import type { Units } from '@switchback/contracts/rules/units';
import { mapTexts } from '../../texts/map.js';
import type { MapOptions } from '../map-port.js';
import { ZOOM } from '../zoom.js';

/** MapLibre counts zooms for tiles of 512 pixels, the port for 256. */
export const ZOOM_OFFSET = 1;
const SCALE_UNITS = { miles: 'imperial', kilometers: 'metric' } as const;

export interface MapControls {
  setUnits(units: Units): void;
}

/** Adds the engine's controls. `onLocate` is called before the map moves to the person's location. */
export function addControls(
  engine: Engine,
  { look, cooperative }: Pick<MapOptions, 'look' | 'cooperative'>,
  onLocate: () => void,
): MapControls {
  const element = engine.getContainer();
  const scale = new ScaleControl({ unit: SCALE_UNITS[look.units] });
  engine.addControl(new AttributionControl({ compact: true }));
  engine.addControl(scale, 'bottom-left');
  engine.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  // The map of one drive stays at that drive.
  if (!cooperative) {
    const locate = new GeolocateControl({ fitBoundsOptions: { maxZoom: ZOOM.city - ZOOM_OFFSET } });
    locate.on('geolocate', onLocate);
    engine.addControl(locate, 'top-right');
    // The engine names its button once it knows whether the device can be located.
    element.querySelector('.maplibregl-ctrl-geolocate')?.setAttribute('aria-label', mapTexts.locate);
  }
  // With everything that the page shows over the map.
  const container = element.closest<HTMLElement>('[data-full-screen]') ?? element;
  engine.addControl(new FullscreenControl({ container }), 'top-right');
  return { setUnits: (units) => scale.setUnit(SCALE_UNITS[units]) };
}
