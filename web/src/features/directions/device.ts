import { readStored, writeStored } from '../../session/storage.js';
import { MAPS_APPS, type MapsApp } from './links.js';

const APP_KEY = 'switchback.mapsApp';
const APPLE = /\b(iPhone|iPad|iPod|Macintosh)\b/;

/** Returns the apps in the order of the platform: its own one first. */
export function mapsApps(): readonly MapsApp[] {
  return APPLE.test(navigator.userAgent) ? MAPS_APPS.toReversed() : MAPS_APPS;
}

/** Returns the app chosen last on this device, else the platform's own. */
export function preferredApp(): MapsApp {
  const stored = readStored(APP_KEY);
  const apps = mapsApps();
  return apps.find((app) => app === stored) ?? apps[0]!;
}

export function storePreferredApp(app: MapsApp): void {
  writeStored(APP_KEY, app);
}
