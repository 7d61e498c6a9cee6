import { statSync } from 'node:fs';
import { ConfigError, type Settings } from '@switchback/platform/config/settings';
import { Heights } from './heights.js';
import { SrtmTiles, type Warn } from './srtm-tiles.js';

/**
 * Opens the tiles that the settings name, if any.
 * @throws ConfigError about `ELEVATION_DIR` if it is not a folder.
 */
export function openHeights({ ELEVATION_DIR: folder }: Pick<Settings, 'ELEVATION_DIR'>, warn: Warn): Heights {
  if (!folder) return new Heights(null);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    const fault = `must be a folder of SRTM tiles; "${folder}" is not a folder.`;
    throw new ConfigError(new Map([['ELEVATION_DIR', fault]]));
  }
  return new Heights(new SrtmTiles(folder, warn));
}
