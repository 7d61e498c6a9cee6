/**
 * Draws the lines of the demo drives and writes them into their file:
 *
 *     node web/basemap/prepare/demo/draw.mjs
 *
 * A line follows the road of the base map where that has one. The others are guesses: through known places, on land,
 * with bends until they are as long as the road. Needed only when `anchors.json` or the base map's roads change.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kmBetween } from '../road-graph.mjs';
import { bent, lengthKm, walker } from './bends.mjs';
import { guessed } from './guess.mjs';
import { alongRoads } from './roads.mjs';
import { waterWithin } from './water.mjs';

const here = import.meta.dirname;
const drivesFile = join(here, '../../../../services/drives/demo/demo-drives.geojsonl');
const DECIMALS = 5;
const MARGIN_DEGREES = 0.3;
/** Simplification tolerance: a share of the length, within limits. */
const TOLERANCE = { share: 1e-4, min: 0.003, max: 0.012 };
const anchors = JSON.parse(readFileSync(join(here, 'anchors.json'), 'utf8'));
const drives = readFileSync(drivesFile, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
for (const drive of drives)
  drive.geometry.coordinates = drawn(anchors[drive.id], drive.properties.distance / 1000, drive.id);
writeFileSync(drivesFile, `${drives.map((drive) => JSON.stringify(drive)).join('\n')}\n`);

function drawn({ places, road, hairpins = [], crossings = [], curves }, km, id) {
  const known = road ? alongRoads(places) : { places, legs: [] };
  const lats = known.places.map(([, lat]) => lat);
  const isWater = waterWithin({ south: Math.min(...lats) - MARGIN_DEGREES, north: Math.max(...lats) + MARGIN_DEGREES });
  const crosses = (leg) => crossings.some(([from, to]) => leg >= from && leg < to);
  const { line, indexes } = guessed(known, { isWater, crosses });
  const { kmOf } = walker(line);
  const section = ([from, to, count]) => ({
    from: kmOf(indexes[from]),
    to: kmOf(indexes[to]),
    ...(count && { count }),
  });
  const bends = { km, curves, isWater, wanders: !road, hairpins: hairpins.map(section), keep: crossings.map(section) };
  const tolerance = Math.min(TOLERANCE.max, Math.max(TOLERANCE.min, km * TOLERANCE.share));
  const full = simplified(bent(line, bends), tolerance);
  const share = (of) => Math.round((lengthKm(of) / km) * 100);
  const along = known.legs.filter(Boolean).length;
  process.stdout.write(
    `${id}: ${share(line)} % bent to ${share(full)} %, ${along} of ${places.length - 1} legs on roads, ${full.length} points\n`,
  );
  return full.map((point) => point.map((degrees) => Number(degrees.toFixed(DECIMALS))));
}

/** Douglas-Peucker. */
function simplified(line, tolerance) {
  const keep = new Set([0, line.length - 1]);
  const open = [[0, line.length - 1]];
  while (open.length > 0) {
    const [first, last] = open.pop();
    let worst = { away: tolerance };
    for (let index = first + 1; index < last; index++) {
      const away = awayFrom(line[index], line[first], line[last]);
      if (away > worst.away) worst = { away, index };
    }
    if (worst.index === undefined) continue;
    keep.add(worst.index);
    open.push([first, worst.index], [worst.index, last]);
  }
  return line.filter((_, index) => keep.has(index));
}

function awayFrom(point, a, b) {
  const shrink = Math.cos((point[1] * Math.PI) / 180);
  const [x, y] = [(b[0] - a[0]) * shrink, b[1] - a[1]];
  const [px, py] = [(point[0] - a[0]) * shrink, point[1] - a[1]];
  const share = Math.max(0, Math.min(1, (px * x + py * y) / (x * x + y * y || 1)));
  return kmBetween(point, [a[0] + (share * x) / shrink, a[1] + share * y]);
}
