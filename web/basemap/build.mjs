/**
 * Builds the base map that ships with the product into `web/public/basemap`: `index.json` and gzipped bundles of vector
 * tiles. No-op if the packages, the data and these scripts have not changed since the last build.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { NATURAL_EARTH, readLayers, SOURCE_PACKAGES } from './sources.mjs';
import { BUNDLE_ZOOM, cutBundles, MAX_ZOOM, openSea, packBundle, WORLD_ZOOM } from './tiles.mjs';

const require = createRequire(import.meta.url);
const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, '..', 'public', 'basemap');
const TOOL_PACKAGES = ['vt-pbf', 'topojson-client'];

const version = fingerprint();
if (builtVersion() === version) {
  process.stdout.write('Base map: up to date\n');
} else {
  build();
}

function build() {
  const started = performance.now();
  const scratch = `${target}.${process.pid}`;
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  let bytes = 0;
  const bundles = cutBundles(readLayers());
  for (const [name, tiles] of bundles) {
    const file = gzipSync(packBundle(tiles), { level: 9 });
    bytes += file.length;
    writeFileSync(join(scratch, `${name}.tiles`), file);
  }
  const index = {
    version,
    maxZoom: MAX_ZOOM,
    worldZoom: WORLD_ZOOM,
    bundleZoom: BUNDLE_ZOOM,
    bundles: [...bundles.keys()].sort(),
    sea: openSea().toString('base64'),
  };
  writeFileSync(join(scratch, 'index.json'), JSON.stringify(index));
  rmSync(target, { recursive: true, force: true });
  renameSync(scratch, target);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`Base map: ${bundles.size} bundles, ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s\n`);
}

function builtVersion() {
  const file = join(target, 'index.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}

/** Changes if an input package or file, or one of these scripts, does. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const name of [...SOURCE_PACKAGES, ...TOOL_PACKAGES]) {
    hash.update(`${name}@${JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8')).version}\n`);
  }
  for (const script of ['build.mjs', 'packed.mjs', 'sources.mjs', 'tiles.mjs']) {
    hash.update(readFileSync(join(here, script)));
  }
  for (const file of readdirSync(NATURAL_EARTH).sort()) hash.update(readFileSync(join(NATURAL_EARTH, file)));
  return hash.digest('hex').slice(0, 12);
}
