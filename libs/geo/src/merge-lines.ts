import { distanceMeters, EARTH_RADIUS_METERS, pathLengthMeters } from './distance.js';
import type { ElevatedPoint } from './elevation.js';
import type { LatLng } from './location.js';
import { orderLines } from './order-lines.js';
import { withoutRepeats } from './parts.js';

/** Default distance below which two ends are the same place. */
export const JOIN_TOLERANCE_METERS = 5;
export const MERGE_MAX_PARTS = 10_000;
/** Maximum number of ends compared per grid cell; in a cell this crowded, one of them is next to any further end. */
const CELL_MAX_ENDS = 64;

/** Maximum number of lines; the longest are kept. */
export const MERGED_LINES_MAX = 100;

export interface MergedLines {
  /** Lines in driving order, each in a direction that keeps the gaps between them short. */
  lines: ElevatedPoint[][];
  leftOutParts: number;
  /** Input indexes of the parts used, in the order of the lines. */
  takenParts: number[];
}

/** A part, or several in a row, from one junction to another. */
interface Chain {
  from: number;
  to: number;
  lengthMeters: number;
  steps: Step[];
}

interface Step {
  index: number;
  part: readonly ElevatedPoint[];
  reversed: boolean;
  lengthMeters: number;
}

/** A chain seen from one of its ends. */
interface Way {
  chain: Chain;
  forward: boolean;
}

/**
 * Joins the parts of a multi-part line where their ends lie within the tolerance (meters), reversing parts where
 * needed; the direction of most of the length wins. A connected group becomes a single line if one trail can use every
 * part exactly once (Euler). Otherwise the longest line found is used first, and the remaining parts form further
 * lines. Time and memory grow with the number of points and parts. Ignores parts of fewer than two points.
 * @throws RangeError if no part has two points, or there are more than 10,000 parts.
 */
export function mergeLines(
  parts: readonly (readonly ElevatedPoint[])[],
  toleranceMeters = JOIN_TOLERANCE_METERS,
): MergedLines {
  const usable = [...parts.entries()].filter(([, part]) => part.length >= 2);
  if (usable.length === 0) {
    throw new RangeError('None of the parts is a line.');
  }
  if (usable.length > MERGE_MAX_PARTS) {
    throw new RangeError(`Cannot join ${usable.length} parts into a line; the maximum is ${MERGE_MAX_PARTS}.`);
  }
  if (usable.length === 1) {
    const [index, part] = usable[0]!;
    return { lines: [withoutRepeats(part)], leftOutParts: 0, takenParts: [index] };
  }
  const junctions = clusterEnds(
    usable.map(([, part]) => part),
    toleranceMeters,
  );
  const chains = usable.map(([index, part], place): Chain => {
    const lengthMeters = pathLengthMeters(part);
    const steps = [{ index, part, reversed: false, lengthMeters }];
    return { from: junctions[2 * place]!, to: junctions[2 * place + 1]!, lengthMeters, steps };
  });
  const longest = allTrails(chains)
    .map((trail) => ({ steps: restoreDirection(stepsOf(trail)), lengthMeters: lengthOf(trail) }))
    .toSorted((a, b) => b.lengthMeters - a.lengthMeters)
    .slice(0, MERGED_LINES_MAX);
  const ordered = orderLines(longest.map(({ steps }) => ({ steps, path: concatenate(steps) })));
  const turned = ordered.map(({ line, reversed }) => ({
    steps: reversed ? turnSteps(line.steps) : line.steps,
    path: reversed ? line.path.toReversed() : line.path,
  }));
  const steps = turned.flatMap((line) => line.steps);
  const isAgainst = restoreDirection(steps) !== steps;
  const lines = turned.map(({ path }) => (isAgainst ? path.toReversed() : path));
  const takenParts = steps.map(({ index }) => index);
  return {
    lines: isAgainst ? lines.toReversed() : lines,
    leftOutParts: usable.length - steps.length,
    takenParts: isAgainst ? takenParts.toReversed() : takenParts,
  };
}

/** Collects trails until every chain is in one, or the maximum number of lines is reached. */
function allTrails(chains: readonly Chain[]): Way[][] {
  const trails: Way[][] = [];
  let left = chains;
  while (left.length > 0 && trails.length < MERGED_LINES_MAX) {
    const found = connectedGroups(left).map(longestTrail);
    trails.push(...found);
    const used = new Set(found.flatMap((trail) => stepsOf(trail).map(({ index }) => index)));
    left = left.filter(({ steps }) => !used.has(steps[0]!.index));
  }
  return trails;
}

/** Numbers the ends (start and end of each part in turn); ends within the tolerance share a number. */
function clusterEnds(parts: readonly (readonly LatLng[])[], toleranceMeters: number): number[] {
  const ends = parts.flatMap((part) => [part[0]!, part[part.length - 1]!]);
  const clusters = ends.map((_, index) => index);
  const find = (index: number): number => {
    let root = index;
    while (clusters[root] !== root) {
      clusters[root] = clusters[clusters[root]!]!;
      root = clusters[root]!;
    }
    return root;
  };
  const cellMeters = Math.max(toleranceMeters, 1);
  const grid = new Map<string, number[]>();
  ends.forEach((end, index) => {
    const [x, y, z] = cellOf(end, cellMeters) as [number, number, number];
    for (let near = 0; near < 27; near += 1) {
      const key = `${x - 1 + (near % 3)},${y - 1 + (Math.floor(near / 3) % 3)},${z - 1 + Math.floor(near / 9)}`;
      for (const other of grid.get(key) ?? []) {
        if (distanceMeters(end, ends[other]!) <= toleranceMeters) {
          clusters[find(index)] = find(other);
        }
      }
    }
    const own = grid.get(`${x},${y},${z}`) ?? [];
    const isNewPlace = own.length < CELL_MAX_ENDS && own.every((other) => distanceMeters(end, ends[other]!) > 0);
    grid.set(`${x},${y},${z}`, isNewPlace ? [...own, index] : own);
  });
  return ends.map((_, index) => find(index));
}

/** Returns the cube of space around the point: the same size all over the Earth, even at poles and antimeridian. */
function cellOf({ lat, lng }: LatLng, cellMeters: number): number[] {
  const [latRadians, lngRadians] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
  const unit = [
    Math.cos(latRadians) * Math.cos(lngRadians),
    Math.cos(latRadians) * Math.sin(lngRadians),
    Math.sin(latRadians),
  ];
  return unit.map((coordinate) => Math.floor((coordinate * EARTH_RADIUS_METERS) / cellMeters));
}

function waysByJunction(chains: readonly Chain[]): Map<number, Way[]> {
  const ways = new Map<number, Way[]>();
  const add = (junction: number, way: Way): void => {
    const known = ways.get(junction);
    if (known) {
      known.push(way);
    } else {
      ways.set(junction, [way]);
    }
  };
  for (const chain of chains) {
    add(chain.from, { chain, forward: true });
    add(chain.to, { chain, forward: false });
  }
  return ways;
}

function connectedGroups(chains: readonly Chain[]): Chain[][] {
  const ways = waysByJunction(chains);
  const rank = new Map(chains.map((chain, index) => [chain, index]));
  const seen = new Set<Chain>();
  const groups: Chain[][] = [];
  for (const first of chains) {
    if (seen.has(first)) {
      continue;
    }
    const group: Chain[] = [];
    const pending = [first];
    seen.add(first);
    for (let chain = pending.pop(); chain; chain = pending.pop()) {
      group.push(chain);
      const neighbours = [...(ways.get(chain.from) ?? []), ...(ways.get(chain.to) ?? [])];
      for (const { chain: next } of neighbours) {
        if (!seen.has(next)) {
          seen.add(next);
          pending.push(next);
        }
      }
      ways.delete(chain.from);
      ways.delete(chain.to);
    }
    groups.push(group.sort((a, b) => rank.get(a)! - rank.get(b)!));
  }
  return groups;
}

/** Returns one trail over every chain of a connected group if Euler allows it, else the longest of a greedy walk. */
function longestTrail(group: Chain[]): Way[] {
  const ways = waysByJunction(group);
  const odd = [...ways].filter(([, at]) => at.length % 2 === 1);
  if (odd.length <= 2) {
    return eulerTrail(odd[0]?.[0] ?? group[0]!.from, ways);
  }
  const longestFirst = contract(group, ways).toSorted((a, b) => b.lengthMeters - a.lengthMeters);
  const longest = longestFirst[0]!;
  const takeNext = unusedWaysOf(waysByJunction(longestFirst), new Set([longest]));
  const onward = walk(longest.to, takeNext);
  const backward = walk(longest.from, takeNext);
  return [...backward.map(turn).reverse(), { chain: longest, forward: true }, ...onward];
}

/** Hierholzer's algorithm (1873), iterative. */
function eulerTrail(start: number, ways: Map<number, Way[]>): Way[] {
  const takeNext = unusedWaysOf(ways, new Set());
  const open: { junction: number; by: Way | null }[] = [{ junction: start, by: null }];
  const trail: Way[] = [];
  while (open.length > 0) {
    const { junction, by } = open[open.length - 1]!;
    const way = takeNext(junction);
    if (way) {
      open.push({ junction: endOf(way), by: way });
    } else {
      open.pop();
      if (by) {
        trail.push(by);
      }
    }
  }
  return trail.reverse();
}

/** Joins chains at every junction of exactly two ends, so that branches compare by their whole length. */
function contract(group: Chain[], ways: Map<number, Way[]>): Chain[] {
  const used = new Set<Chain>();
  const takeNext = unusedWaysOf(ways, used);
  const follow = (start: number): Way[] => {
    const found: Way[] = [];
    let junction = start;
    while (ways.get(junction)!.length === 2) {
      const way = takeNext(junction);
      if (!way) {
        break;
      }
      found.push(way);
      junction = endOf(way);
    }
    return found;
  };
  const contracted: Chain[] = [];
  for (const chain of group) {
    if (!used.has(chain)) {
      used.add(chain);
      const onward = follow(chain.to);
      const backward = follow(chain.from).map(turn).reverse();
      const row = [...backward, { chain, forward: true }, ...onward];
      const [first, last] = [row[0]!, row[row.length - 1]!];
      contracted.push({ from: startOf(first), to: endOf(last), lengthMeters: lengthOf(row), steps: stepsOf(row) });
    }
  }
  return contracted;
}

function walk(start: number, takeNext: (junction: number) => Way | undefined): Way[] {
  const walked: Way[] = [];
  for (let way = takeNext(start); way; way = takeNext(endOf(way))) {
    walked.push(way);
  }
  return walked;
}

/**
 * Returns a function that takes the first unused way at a junction and marks its chain used; looks at each way once.
 */
function unusedWaysOf(ways: Map<number, Way[]>, used: Set<Chain>): (junction: number) => Way | undefined {
  const positions = new Map<number, number>();
  return (junction) => {
    const at = ways.get(junction)!;
    let position = positions.get(junction) ?? 0;
    while (position < at.length && used.has(at[position]!.chain)) {
      position += 1;
    }
    positions.set(junction, position);
    const way = at[position];
    if (way) {
      used.add(way.chain);
    }
    return way;
  };
}

function turn({ chain, forward }: Way): Way {
  return { chain, forward: !forward };
}

function startOf({ chain, forward }: Way): number {
  return forward ? chain.from : chain.to;
}

function endOf({ chain, forward }: Way): number {
  return forward ? chain.to : chain.from;
}

function lengthOf(trail: readonly Way[]): number {
  return trail.reduce((sum, { chain }) => sum + chain.lengthMeters, 0);
}

function turnSteps(steps: readonly Step[]): Step[] {
  return steps.map((step) => ({ ...step, reversed: !step.reversed })).reverse();
}

function stepsOf(trail: readonly Way[]): Step[] {
  return trail.flatMap(({ chain, forward }) => (forward ? chain.steps : turnSteps(chain.steps)));
}

/** Reverses the whole line if most of its length would run against its given direction. */
function restoreDirection(steps: Step[]): Step[] {
  const against = steps.reduce((sum, { reversed, lengthMeters }) => sum + (reversed ? lengthMeters : -lengthMeters), 0);
  return against > 0 ? turnSteps(steps) : steps;
}

function concatenate(steps: readonly Step[]): ElevatedPoint[] {
  return withoutRepeats(steps.flatMap(({ part, reversed }) => (reversed ? part.toReversed() : part)));
}
