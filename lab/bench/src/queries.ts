import type { Bounds } from '@switchback/geo/location';
import type { SortKey } from '@switchback/contracts/rules/drives';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { Filters } from '@switchback/proto/search/v1/service';
import type { SearchIndex, SearchQuery } from '@switchback/search/index/search-index';
import { type Random, seededRandom } from '@switchback/testing/random';
import { mean } from './statistics.js';

export const CONTINENTAL_US: Bounds = { north: 49.5, south: 24.5, west: -125, east: -66.5 };
const CALIBRATION_BOXES = 24;
const CALIBRATION_STEPS = 12;

/** Includes every kind of drive, as Explore does when opened. */
export function filtersWith(change: Partial<Filters>): Filters {
  const kinds = {
    includePublic: true,
    includePrivate: true,
    includeShared: true,
    includeSaved: true,
    includeCompleted: true,
  };
  return { ...Filters.decode(new Uint8Array()), ...kinds, ...change };
}

export function firstPage(filters: Partial<Filters>, sort: SortKey, includeCount = false): SearchQuery {
  const limit = LIMITS.searchBatch + 1;
  return { filters: filtersWith(filters), caller: null, sort, after: null, limit, includeCount, have: [] };
}

/** Returns a random square, in degrees, well inside the area of the drives. */
export function boxAt(random: Random, degrees: number): Bounds {
  const round = (value: number) => Math.round(value * 1e5) / 1e5;
  const south = round(27 + random.next() * Math.max(0.1, 20.5 - degrees));
  const west = round(-122 + random.next() * Math.max(0.1, 51 - degrees));
  return { north: round(south + degrees), south, west, east: round(west + degrees) };
}

export function boxesOf(count: number, degrees: number, seed: number): Bounds[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => boxAt(random, degrees));
}

export async function matchesIn(index: SearchIndex, boxes: readonly Bounds[]): Promise<number> {
  const counts: number[] = [];
  for (const bounds of boxes) {
    const { count } = await index.search({ ...firstPage({ bounds }, 'popularity', true), limit: 1 });
    counts.push(count ?? 0);
  }
  return mean(counts);
}

/** Finds the side of a square, in degrees, that `matches` routes cross on average. */
export async function sideFor(index: SearchIndex, matches: number, seed: number): Promise<number> {
  let [low, high] = [0.001, 20];
  for (let step = 0; step < CALIBRATION_STEPS; step += 1) {
    const middle = Math.sqrt(low * high);
    if ((await matchesIn(index, boxesOf(CALIBRATION_BOXES, middle, seed))) < matches) low = middle;
    else high = middle;
  }
  return Math.sqrt(low * high);
}
