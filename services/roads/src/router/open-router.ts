import { statSync } from 'node:fs';
import type { Clock } from '@switchback/platform/clock';
import { ConfigError, type Settings } from '@switchback/platform/config/settings';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { EmbeddedValhalla } from './embedded/embedded-valhalla.js';
import { findValhalla, ValhallaMissing } from './embedded/valhalla-package.js';
import { DetectedRouter, GoogleRouter } from './http-routers.js';
import type { Router } from './router.js';

export const ROUTER = Symbol('Router');

type RouterSettings = Pick<Settings, 'DIRECTIONS_URL' | 'OSM_PBF' | 'GOOGLE_MAPS_API_KEY' | 'DATA_DIR'>;

/**
 * Opens the router that the settings name; returns null for none, so that legs are straight.
 * @throws ConfigError if `OSM_PBF` names no file.
 */
export function openRouter(settings: RouterSettings, clock: Clock, logger: Logger): Router | null {
  const { DIRECTIONS_URL, OSM_PBF: pbf, GOOGLE_MAPS_API_KEY, DATA_DIR: dataDir } = settings;
  if (pbf) requireFile(pbf);
  if (DIRECTIONS_URL) return new DetectedRouter(DIRECTIONS_URL.replace(/\/+$/, ''));
  const valhalla = pbf && valhallaOr((error) => logger.warn(error.message));
  if (pbf && valhalla) return new EmbeddedValhalla({ ...valhalla, pbf, dataDir, clock, logger });
  return GOOGLE_MAPS_API_KEY ? new GoogleRouter(GOOGLE_MAPS_API_KEY) : null;
}

/** Returns undefined on a machine without Valhalla, which still shows the extract's map. */
function valhallaOr(warn: (error: ValhallaMissing) => void): ReturnType<typeof findValhalla> | undefined {
  try {
    return findValhalla();
  } catch (error) {
    if (!(error instanceof ValhallaMissing)) throw error;
    warn(error);
    return undefined;
  }
}

function requireFile(pbf: string): void {
  if (!statSync(pbf, { throwIfNoEntry: false })?.isFile())
    throw new ConfigError(new Map([['OSM_PBF', `must be an OpenStreetMap extract; "${pbf}" is not a file.`]]));
}
