import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';

/** A line to pass from its start to its end. */
export interface Ends {
  start: LatLng;
  end: LatLng;
}

/** Bounds the work; hundreds of lines settle after a few passes. */
const PASSES_MAX = 60;
/** Neighbors that move together at most. */
const RUN_MAX = 30;
/** Less is a rounding error. */
const GAIN_METERS_MIN = 0.01;

/**
 * Returns the order of lines with the shortest connections as the crow flies, as their indexes; never a longer one than
 * theirs. Improves both their order and a journey to the nearest next one by moving runs of neighbors, which keeps
 * directions, until no move shortens it.
 * @param from where the first connection begins; null: the first line stays the first.
 */
export function bestOrder(lines: readonly Ends[], from: LatLng | null): number[] {
  const meters = connectionsOf(lines, from);
  const fixed = from === null ? 1 : 0;
  const initial = lines.map((_, index) => index);
  const [first, second] = [initial, nearestNext(initial, fixed, meters)].map((order) => improved(order, fixed, meters));
  return lengthOf(second!, meters) < lengthOf(first!, meters) - GAIN_METERS_MIN ? second! : first!;
}

/** Meters from the end of a line to the start of another one. Before the first and after the last, the index is undefined. */
type Connections = (before: number | undefined, after: number | undefined) => number;

function connectionsOf(lines: readonly Ends[], from: LatLng | null): Connections {
  const table = lines.map(({ end }) => lines.map(({ start }) => distanceMeters(end, start)));
  const first = lines.map(({ start }) => (from === null ? 0 : distanceMeters(from, start)));
  return (before, after) => {
    if (after === undefined) return 0;
    return before === undefined ? first[after]! : table[before]![after]!;
  };
}

function nearestNext(initial: readonly number[], fixed: number, meters: Connections): number[] {
  const order = initial.slice(0, fixed);
  const left = new Set(initial.slice(fixed));
  while (left.size > 0) {
    const last = order.at(-1);
    let [next] = left;
    for (const index of left) if (meters(last, index) < meters(last, next)) next = index;
    order.push(next!);
    left.delete(next!);
  }
  return order;
}

function improved(order: readonly number[], fixed: number, meters: Connections): number[] {
  let current = [...order];
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const next = moveRuns(current, fixed, meters);
    if (next === null) break;
    current = next;
  }
  return current;
}

/** Moves each run once to a better place. Returns null if there is none. */
function moveRuns(order: readonly number[], fixed: number, meters: Connections): number[] | null {
  let current = [...order];
  let isBetter = false;
  for (let start = fixed; start < current.length; start += 1) {
    for (let end = start; end < Math.min(current.length, start + RUN_MAX); end += 1) {
      const to = betterPlace(current, { start, end }, fixed, meters);
      if (to === null) continue;
      const run = current.slice(start, end + 1);
      current = current.toSpliced(start, run.length).toSpliced(to > end ? to - run.length : to, 0, ...run);
      isBetter = true;
    }
  }
  return isBetter ? current : null;
}

/** Returns the index before which a run is best, if its move there shortens the connections. */
function betterPlace(
  order: readonly number[],
  { start, end }: { start: number; end: number },
  fixed: number,
  meters: Connections,
): number | null {
  const [before, first, last, after] = [order[start - 1], order[start], order[end], order[end + 1]];
  const freed = meters(before, first) + meters(last, after) - meters(before, after);
  let best = GAIN_METERS_MIN;
  let place: number | null = null;
  for (let to = fixed; to <= order.length; to += 1) {
    if (to >= start && to <= end + 1) continue;
    const [left, right] = [order[to - 1], order[to]];
    const gain = freed - (meters(left, first) + meters(last, right) - meters(left, right));
    if (gain <= best) continue;
    best = gain;
    place = to;
  }
  return place;
}

function lengthOf(order: readonly number[], meters: Connections): number {
  return order.reduce((sum, index, place) => sum + meters(order[place - 1], index), 0);
}
