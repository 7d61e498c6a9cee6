import { PLAN_TOLERANCE } from '@switchback/contracts/rules/plans';
import { METERS_PER_DEGREE } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { resamplePath } from '@switchback/geo/resample';
import type { Routed } from '../directions/router.js';
import { durationOf } from './loop-fit.js';

/** Roads are compared by cells of this size: coarse, since the best pairs are measured afterwards. */
const CELL_METERS = 100;
const SPACING_METERS = 50;
/** 250 km of road, enough to compare. */
const SAMPLES_MAX = 5_000;
/** Trips compared with each other, those that repeat least. */
const TRIPS_MAX = 40;

/** A trip as half of a figure of eight. */
interface Half {
  routed: Routed;
  seconds: number;
  cells: ReadonlySet<string>;
  /** Share of its cells that it passes again later. */
  repeated: number;
}

/** Returns the pairs of trips that take the time together, those with the fewest roads in common first. */
export function pairsOf(trips: readonly Routed[], seconds: number, count: number): Routed[] {
  const halves = trips.filter((trip) => durationOf(trip) < seconds).map(halfOf);
  halves.sort((a, b) => a.repeated - b.repeated).splice(TRIPS_MAX);
  const pairs = halves.flatMap((a, index) =>
    halves.slice(index + 1).flatMap((b) => {
      const off = Math.abs((a.seconds + b.seconds) / seconds - 1);
      return off < PLAN_TOLERANCE ? [{ a, b, repeated: repeatedOf(a, b) }] : [];
    }),
  );
  pairs.sort((one, other) => one.repeated - other.repeated);
  return pairs.slice(0, count).map(({ a, b }) => ({ ...a.routed, legs: [...a.routed.legs, ...b.routed.legs] }));
}

function halfOf(routed: Routed): Half {
  const line = routed.legs.flatMap(({ path }) => path);
  const meters = routed.legs.reduce((sum, leg) => sum + leg.distanceMeters, 0);
  const cells = new Set<string>();
  let [passed, again] = [0, 0];
  let last = '';
  for (const point of resamplePath(line, Math.max(SPACING_METERS, meters / SAMPLES_MAX))) {
    const cell = cellOf(point);
    if (cell === last) continue;
    last = cell;
    passed += 1;
    if (cells.has(cell)) again += 1;
    cells.add(cell);
  }
  // Both passes of a road are repeated.
  return { routed, seconds: durationOf(routed), cells, repeated: Math.min(1, (2 * again) / Math.max(1, passed)) };
}

function cellOf({ lat, lng }: LatLng): string {
  const row = Math.floor((lat * METERS_PER_DEGREE) / CELL_METERS);
  const parallel = Math.cos((row * CELL_METERS * Math.PI) / (180 * METERS_PER_DEGREE));
  return `${row},${Math.floor((lng * parallel * METERS_PER_DEGREE) / CELL_METERS)}`;
}

/** Estimates the share of a pair's length that it passes more than once. */
function repeatedOf(a: Half, b: Half): number {
  let common = 0;
  for (const cell of a.cells) if (b.cells.has(cell)) common += 1;
  const of = ({ cells, repeated }: Half) => cells.size * Math.max(repeated, common / cells.size);
  return (of(a) + of(b)) / (a.cells.size + b.cells.size);
}
