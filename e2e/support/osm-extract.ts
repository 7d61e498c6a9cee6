import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = process.env.OSM_EXTRACTS ?? fileURLToPath(new URL('../../../shared/data/osm', import.meta.url));

/** Settings for a product with the roads of Liechtenstein, if the extract exists and Valhalla runs here; else none. */
export function roadSettings(): { OSM_PBF?: string } {
  const pbf = join(FOLDER, 'liechtenstein.osm.pbf');
  return existsSync(pbf) && hasValhalla() ? { OSM_PBF: pbf } : {};
}

function hasValhalla(): boolean {
  try {
    const library = createRequire(import.meta.url).resolve('@valhallajs/valhallajs');
    return existsSync(join(dirname(library), process.platform, process.arch));
  } catch {
    return false;
  }
}
