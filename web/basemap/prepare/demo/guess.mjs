/** Guesses a line through the known places of a road: smooth on land, around bays and lakes where water is in between. */
import { kmBetween } from '../road-graph.mjs';

const SAMPLES_A_LEG = 10;
/** Cells along the longer side of the box in which a way around water is searched. */
const GRID_CELLS = 150;
const GRID_MARGIN = 0.5;
const SMOOTHINGS = 2;
const SEARCH_DEGREES = 0.05;
const SEARCH_STEP_DEGREES = 0.001;

/**
 * Returns the line, and the index in it of each place.
 * @param {{places: number[][], legs: (number[][] | undefined)[]}} known places as [lng, lat], and the legs whose line
 *   is known
 * @param {{isWater: (point: number[]) => boolean, crosses: (leg: number) => boolean}} terrain
 */
export function guessed({ places, legs }, { isWater, crosses }) {
  const anchors = places.map((place, index) => (crosses(index) || crosses(index - 1) ? place : ashore(place, isWater)));
  const line = [anchors[0]];
  const indexes = [0];
  for (let leg = 0; leg + 1 < anchors.length; leg++) {
    for (const point of legOf(leg)) append(line, point);
    indexes.push(line.length - 1);
  }
  return { line, indexes };

  function legOf(leg) {
    const known = legs[leg]?.slice(1);
    if (known !== undefined && (crosses(leg) || wetKm([anchors[leg], ...known], isWater) === 0)) return known;
    const curve = splined(anchors, leg);
    const dry = crosses(leg) || wetKm([anchors[leg], ...curve], isWater) === 0;
    return dry ? curve : around(anchors[leg], anchors[leg + 1], isWater);
  }
}

/** A place beside the road would be reached and left by the same spur. */
function append(line, point) {
  if (line.length > 1 && line.at(-2).join() === point.join()) line.pop();
  else line.push(point);
}

/** Returns how much of a line is water, looked at every tenth of a kilometer. */
export function wetKm(line, isWater) {
  return line.slice(1).reduce((sum, to, index) => {
    const from = line[index];
    const km = kmBetween(from, to);
    const count = Math.max(1, Math.ceil(km * 10));
    const shares = Array.from({ length: count }, (_, step) => (step + 0.5) / count);
    const wet = shares.filter((share) => isWater([0, 1].map((axis) => from[axis] + share * (to[axis] - from[axis]))));
    return sum + (wet.length / count) * km;
  }, 0);
}

/** Catmull-Rom between two places, after the first of them. */
function splined(anchors, leg) {
  const [before, from, to, after] = [-1, 0, 1, 2].map(
    (step) => anchors[Math.min(anchors.length - 1, Math.max(0, leg + step))],
  );
  return Array.from({ length: SAMPLES_A_LEG }, (_, index) => {
    const t = (index + 1) / SAMPLES_A_LEG;
    return [0, 1].map((axis) => {
      const [p, q, r, s] = [before[axis], from[axis], to[axis], after[axis]];
      const slopes = [(r - p) / 2, (s - q) / 2];
      return (
        (2 * t ** 3 - 3 * t ** 2 + 1) * q +
        (t ** 3 - 2 * t ** 2 + t) * slopes[0] +
        (3 * t ** 2 - 2 * t ** 3) * r +
        (t ** 3 - t ** 2) * slopes[1]
      );
    });
  });
}

/** The nearest land, a little away from the shore. */
function ashore(place, isWater) {
  if (!isWater(place)) return place;
  for (let radius = SEARCH_STEP_DEGREES; radius < SEARCH_DEGREES; radius += SEARCH_STEP_DEGREES) {
    for (let turn = 0; turn < 24; turn++) {
      const [x, y] = [Math.cos((turn / 12) * Math.PI), Math.sin((turn / 12) * Math.PI)];
      const at = (reach) => [place[0] + x * reach, place[1] + y * reach];
      if (!isWater(at(radius)) && !isWater(at(radius + SEARCH_STEP_DEGREES))) return at(radius + SEARCH_STEP_DEGREES);
    }
  }
  throw new Error(`No land near ${place.join()}.`);
}

/** The shortest way over land, after `from`. */
function around(from, to, isWater) {
  const grid = gridOf(from, to);
  const dry = new Map();
  const isDry = (x, y) => {
    const key = y * grid.width + x;
    if (!dry.has(key)) dry.set(key, !isWater(grid.at(x, y)));
    return dry.get(key);
  };
  const way = shortestWay(grid, grid.cellOf(from), grid.cellOf(to), isDry);
  if (way === undefined) throw new Error(`No way over land from ${from.join()} to ${to.join()}.`);
  let line = [from, ...way.map(([x, y]) => grid.at(x, y)).slice(1, -1), to];
  for (let round = 0; round < SMOOTHINGS; round++) line = smoothed(line, isWater);
  return line.slice(1);
}

function gridOf(a, b) {
  const spread = Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), 0.01);
  const margin = spread * GRID_MARGIN;
  const [west, south] = [Math.min(a[0], b[0]) - margin, Math.min(a[1], b[1]) - margin];
  const cell = (spread + 2 * margin) / GRID_CELLS;
  const [width, height] = [
    Math.ceil((Math.max(a[0], b[0]) + margin - west) / cell),
    Math.ceil((Math.max(a[1], b[1]) + margin - south) / cell),
  ];
  return {
    width,
    height,
    at: (x, y) => [west + (x + 0.5) * cell, south + (y + 0.5) * cell],
    cellOf: ([lng, lat]) => [Math.floor((lng - west) / cell), Math.floor((lat - south) / cell)],
  };
}

const STEPS = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y])).filter(([x, y]) => x !== 0 || y !== 0);

/** Dijkstra over dry cells; the ends count as dry. */
function shortestWay(grid, start, goal, isDry) {
  const key = ([x, y]) => y * grid.width + x;
  const cost = new Map([[key(start), 0]]);
  const before = new Map();
  let open = [start];
  for (; open.length > 0;) {
    const next = [];
    for (const cell of open) {
      for (const [dx, dy] of STEPS) {
        const to = [cell[0] + dx, cell[1] + dy];
        const inside = to[0] >= 0 && to[1] >= 0 && to[0] < grid.width && to[1] < grid.height;
        if (!inside || (!isDry(...to) && key(to) !== key(goal))) continue;
        const reached = cost.get(key(cell)) + kmBetween(grid.at(...cell), grid.at(...to));
        if (reached >= (cost.get(key(to)) ?? Infinity) - 1e-9) continue;
        cost.set(key(to), reached);
        before.set(key(to), cell);
        next.push(to);
      }
    }
    open = next;
  }
  if (!cost.has(key(goal))) return undefined;
  const way = [goal];
  while (key(way[0]) !== key(start)) way.unshift(before.get(key(way[0])));
  return way;
}

/** Cuts corners where that stays on land (Chaikin). */
function smoothed(line, isWater) {
  const cut = line.slice(1).flatMap((to, index) => {
    const from = line[index];
    return [0.25, 0.75].map((share) => [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
  });
  return [line[0], ...cut.filter((point) => !isWater(point)), line.at(-1)];
}
