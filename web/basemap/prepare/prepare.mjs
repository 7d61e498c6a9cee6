/**
 * Generates the committed files in `web/basemap/natural-earth` from a folder of Natural Earth's trimmed GeoJSON lines:
 *
 *     node web/basemap/prepare/prepare.mjs FOLDER
 *
 * Needed only when that data changes; the build of the base map reads the committed files.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pack } from '../packed.mjs';
import { rankedRoads } from './roads.mjs';

const target = join(dirname(fileURLToPath(import.meta.url)), '..', 'natural-earth');
const folder = process.argv[2];
if (folder === undefined) throw new Error('Name the folder of the GeoJSON lines.');

/** Rivers above this rank are brooks; keeps the largest ones of North America's supplement. */
const RIVER_RANK_MAX = 10;

mkdirSync(target, { recursive: true });
write('roads', roads());
write('rivers', [...named('rivers'), ...named('rivers-north-america')].filter(isRiver));
write('lakes', [...named('lakes'), ...named('lakes-north-america')]);
write('urban', read('urban-areas').map(ranked));
write('parks', read('us-parks').map(park));
write('peaks', read('peaks').filter(isPeak).map(peak));

function read(name) {
  const text = readFileSync(join(folder, `${name}.geojsonl`), 'utf8').trim();
  return text.split('\n').map((line) => JSON.parse(line));
}

function write(name, features) {
  const bytes = pack(features);
  writeFileSync(join(target, `${name}.json.br`), bytes);
  process.stdout.write(`${name}: ${features.length} features, ${Math.round(bytes.length / 1000)} kB\n`);
}

function roads() {
  const parts = read('us-roads').flatMap(({ geometry: { type, coordinates } }) =>
    type === 'MultiLineString' ? coordinates : [coordinates],
  );
  return rankedRoads(parts).map(({ rank, ref, line }) => ({
    type: 'Feature',
    properties: { rank, ...(ref && { ref }) },
    geometry: { type: 'LineString', coordinates: line },
  }));
}

function ranked({ properties: { scalerank }, geometry }) {
  return { type: 'Feature', properties: { rank: scalerank }, geometry };
}

function named(file) {
  return read(file).map((feature) => {
    const { properties, ...rest } = ranked(feature);
    const { name } = feature.properties;
    return { ...rest, properties: { ...properties, ...(name && { name }) } };
  });
}

function isRiver({ properties: { rank } }) {
  return rank <= RIVER_RANK_MAX;
}

/** Builds `Sequoia National Park` from `Sequoia  NP` and `National Park`. */
function park({ properties: { unit_name: name, unit_type: type }, geometry }) {
  const plain = name.replace(/\s+(NP & PRES|NM & PRES|N PRES|NRRA|NRA|NP|NM|NS|NL)$/, '');
  return { type: 'Feature', properties: { name: `${plain} ${type}` }, geometry };
}

/** The file also contains depressions. */
function isPeak({ properties: { name, elevation } }) {
  return Boolean(name) && elevation > 0;
}

function peak({ properties: { name, elevation, scalerank }, geometry }) {
  const full = name.replace(/\bMt\.\s*/, 'Mount ').replace(/\bPk\.$/, 'Peak');
  return { type: 'Feature', properties: { name: full, meters: Math.round(elevation), rank: scalerank }, geometry };
}
