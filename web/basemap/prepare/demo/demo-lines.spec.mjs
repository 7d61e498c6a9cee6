// Aim: the demo's lines, the first ones that a newcomer sees, lie where their roads do: on land, on the roads that the
// base map draws, as long as the road, with the bends that made it famous.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unpack } from '../../packed.mjs';
import { NATURAL_EARTH } from '../../sources.mjs';
import { kmBetween } from '../road-graph.mjs';
import { lengthKm } from './bends.mjs';
import { wetKm } from './guess.mjs';
import { waterWithin } from './water.mjs';

const file = join(import.meta.dirname, '../../../../services/drives/demo/demo-drives.geojsonl');
const drives = new Map(
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text))
    .map(({ id, properties, geometry }) => [id.replace('demo-', ''), { ...properties, line: geometry.coordinates }]),
);
/** The base map's shores are not more accurate. */
const SHORE_KM = 0.3;
/** Roads with a ferry or with bridges from island to island, and how much of them is above water, in km. */
const ABOVE_WATER_KM = { 'overseas-highway': 110, 'atlantic-road': 25, trollstigen: 6, 'north-coast-west': 3 };

describe('the lines of the demo', () => {
  it.each([...drives])('draws %s on land, as long as its road', (id, { line, distance }) => {
    const lats = line.map(([, lat]) => lat);
    const isWater = waterWithin({ south: Math.min(...lats), north: Math.max(...lats) });
    expect(wetKm(line, isWater)).toBeLessThanOrEqual(ABOVE_WATER_KM[id] ?? SHORE_KM);
    expect(lengthKm(line) / (distance / 1000)).toBeGreaterThan(0.9);
    expect(lengthKm(line) / (distance / 1000)).toBeLessThan(1.1);
  });

  it.each([
    ['stelvio', 48],
    ['sa-calobra', 26],
    ['vrsic', 50],
    ['lovcen', 25],
    ['great-dolomites', 60],
    ['trollstigen', 11],
  ])('gives %s its %i hairpins', (id, count) => {
    expect(hairpinsOf(drives.get(id).line)).toBeGreaterThanOrEqual(count);
  });

  it.each(['big-sur', 'beartooth', 'million-dollar', 'overseas-highway', 'tail-of-the-dragon'])(
    'follows the road that the base map draws for %s',
    (id) => {
      const { line } = drives.get(id);
      const roads = roadsNear(line);
      const away = line.map((point) => Math.min(...roads.map((road) => awayKm(point, road))));
      expect(Math.max(...away)).toBeLessThan(1);
    },
  );
});

/** Counts turns by at least 120 degrees within 400 meters. */
function hairpinsOf(line) {
  let [count, turned, since] = [0, 0, 0];
  for (let index = 1; index + 1 < line.length; index++) {
    const turn = turnAt(line[index - 1], line[index], line[index + 1]);
    since += kmBetween(line[index - 1], line[index]);
    if (Math.sign(turn) !== Math.sign(turned)) [turned, since] = [0, 0];
    const before = Math.abs(turned);
    turned += turn;
    if (before < 120 && Math.abs(turned) >= 120 && since < 0.4) count++;
  }
  return count;
}

function turnAt(a, b, c) {
  const shrink = Math.cos((b[1] * Math.PI) / 180);
  const [x, y, z, w] = [(b[0] - a[0]) * shrink, b[1] - a[1], (c[0] - b[0]) * shrink, c[1] - b[1]];
  return (Math.atan2(x * w - y * z, x * z + y * w) * 180) / Math.PI;
}

function roadsNear(line) {
  const [lngs, lats] = [0, 1].map((axis) => line.map((point) => point[axis]));
  const near = ([lng, lat]) =>
    lng > Math.min(...lngs) - 0.5 &&
    lng < Math.max(...lngs) + 0.5 &&
    lat > Math.min(...lats) - 0.5 &&
    lat < Math.max(...lats) + 0.5;
  return unpack(readFileSync(join(NATURAL_EARTH, 'roads.json.br'))).flatMap(({ geometry: { coordinates } }) =>
    coordinates.slice(1).flatMap((end, index) => (near(end) ? [[coordinates[index], end]] : [])),
  );
}

function awayKm(point, [a, b]) {
  const shrink = Math.cos((point[1] * Math.PI) / 180);
  const [x, y] = [(b[0] - a[0]) * shrink, b[1] - a[1]];
  const share = ((point[0] - a[0]) * shrink * x + (point[1] - a[1]) * y) / (x * x + y * y || 1);
  const along = Math.max(0, Math.min(1, share));
  return kmBetween(point, [a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])]);
}
