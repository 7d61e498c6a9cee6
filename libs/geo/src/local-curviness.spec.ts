// Aim: a map can color a line by how curvy it is at each place, without losing any of it.
import { expect, it } from '@jest/globals';
import { pathLengthMeters } from './distance.js';
import { runsOf } from './local-curviness.js';
import type { LatLng } from './location.js';
import { joinParts, lineLengthMeters } from './parts.js';

const classOf = (degreesPerKm: number) => (degreesPerKm < 50 ? 'calm' : 'curvy');

/** A straight road of 10 km, 10 km of bends, and 10 km straight again, with a point every 20 m or so. */
const ROAD: LatLng[] = Array.from({ length: 1_500 }, (_, index) => {
  const isCurvy = index >= 500 && index < 1_000;
  return { lat: 45 + index / 5_000, lng: 10 + (isCurvy ? Math.sin((index - 500) / 6) / 1_000 : 0) };
});

it('splits where the road changes, and keeps the whole line', () => {
  const runs = runsOf(ROAD, classOf);
  expect(runs.map((run) => run.class)).toEqual(['calm', 'curvy', 'calm']);
  const lengths = runs.map(({ path }) => pathLengthMeters(path));
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeCloseTo(lineLengthMeters(ROAD), 3);
  expect(Math.abs(lengths[0]! / 11_100 - 1)).toBeLessThan(0.15);
  expect(runs[1]!.path[0]).toEqual(runs[0]!.path.at(-1));
});

it('draws nothing between parts, and has a class for a short line', () => {
  const elsewhere = ROAD.slice(0, 100).map(({ lat, lng }) => ({ lat: lat + 1, lng }));
  const line = joinParts([ROAD, elsewhere]);
  const length = runsOf(line, classOf).reduce((sum, { path }) => sum + pathLengthMeters(path), 0);
  expect(length).toBeCloseTo(lineLengthMeters(line), 3);
  expect(runsOf(ROAD.slice(0, 3), classOf)).toEqual([{ class: 'calm', path: ROAD.slice(0, 3) }]);
  expect(runsOf([], classOf)).toEqual([]);
});

it('has few runs, however long the line', () => {
  const long = Array.from({ length: 20_000 }, (_, index) => ({
    lat: 45 + Math.sin(index / 3) / 500,
    lng: index / 200,
  }));
  expect(runsOf(long, (degreesPerKm) => degreesPerKm).length).toBeLessThanOrEqual(100);
});
