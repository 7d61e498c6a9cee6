import type { LatLng } from '@switchback/geo/location';
import { mapTexts } from '../../texts/map.js';
import styles from './LocateControl.module.css';

const WAIT_MS = 10_000;

/** Adds the button that shows the person's location; Google has none. `onLocated` moves the map. */
export function addLocateControl(engine: google.maps.Map, onLocated: (location: LatLng) => void): void {
  if (!('geolocation' in navigator)) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = styles.button ?? '';
  button.title = mapTexts.locate;
  button.ariaLabel = mapTexts.locate;
  button.addEventListener('click', () => {
    button.disabled = true;
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        button.disabled = false;
        onLocated({ lat: coords.latitude, lng: coords.longitude });
      },
      () => {
        button.disabled = false;
        button.title = mapTexts.locateFailed;
      },
      { timeout: WAIT_MS },
    );
  });
  engine.controls[google.maps.ControlPosition.RIGHT_BOTTOM]?.push(button);
}
