import { statSync } from 'node:fs';
import type { Clock } from '@switchback/platform/clock';
import { ConfigError, type Settings } from '@switchback/platform/config/settings';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { EmbeddedValhalla } from './embedded/embedded-valhalla.js';
import { findValhalla } from './embedded/valhalla-package.js';
import { DetectedRouter, GoogleRouter } from './http-routers.js';
import type { Router } from './router.js';

export const ROUTER = Symbol('Router');

type RouterSettings = Pick<Settings, 'DIRECTIONS_URL' | 'OSM_PBF' | 'GOOGLE_MAPS_API_KEY' | 'DATA_DIR'>;

/**
 * Opens the router that the settings name; returns null for none, so that legs are straight.
 * @throws ConfigError about `OSM_PBF` if the extract or Valhalla cannot be used.
 */
export function openRouter(settings: RouterSettings, clock: Clock, logger: Logger): Router | null {
  const { DIRECTIONS_URL, OSM_PBF: pbf, GOOGLE_MAPS_API_KEY, DATA_DIR: dataDir } = settings;
  if (DIRECTIONS_URL) return new DetectedRouter(DIRECTIONS_URL.replace(/\/+$/, ''));
  if (pbf) {
    requireFile(pbf);
    return new EmbeddedValhalla({ ...findValhalla(), pbf, dataDir, clock, logger });
  }
  return GOOGLE_MAPS_API_KEY ? new GoogleRouter(GOOGLE_MAPS_API_KEY) : null;
}

function requireFile(pbf: string): void {
  if (!statSync(pbf, { throwIfNoEntry: false })?.isFile())
    throw new ConfigError(new Map([['OSM_PBF', `must be an OpenStreetMap extract; "${pbf}" is not a file.`]]));
}
