/** The road network as a graph: loose ends that nearly meet a road are joined to it, and crossings become nodes. */

/** Degrees. Natural Earth's roads were trimmed piece by piece, so ends stop slightly short of the road they met. */
const SNAP_DEGREES = 0.03;
const CELL_DEGREES = 0.1;
const KM_PER_DEGREE = 111.2;

/** @typedef {{points: number[][], edges: Map<number, number>[], drawn: Set<string>}} RoadGraph edges: node to km */

/** @param {number[][][]} parts lines of [lng, lat] @returns {RoadGraph} */
export function roadGraph(parts) {
  const segments = parts.flatMap((part) => part.slice(1).map((end, index) => ({ a: part[index], b: end, cuts: [] })));
  const cells = indexed(segments);
  cutCrossings(segments, cells);
  const joins = joinEnds(parts, segments, cells);
  const graph = { points: [], edges: [], drawn: new Set() };
  const ids = new Map();
  const node = (point) => {
    const key = point.join();
    if (!ids.has(key)) {
      ids.set(key, graph.points.length);
      graph.points.push(point);
      graph.edges.push(new Map());
    }
    return ids.get(key);
  };
  const connect = (a, b) => {
    const [from, to] = [node(a), node(b)];
    if (from !== to) {
      const km = kmBetween(a, b);
      graph.edges[from].set(to, km);
      graph.edges[to].set(from, km);
    }
    return [from, to];
  };
  for (const { a, b, cuts } of segments) {
    const along = [a, ...cuts.sort((p, q) => kmBetween(a, p) - kmBetween(a, q)), b];
    for (let index = 1; index < along.length; index++) {
      const [from, to] = connect(along[index - 1], along[index]);
      if (from !== to) graph.drawn.add(edgeKey(from, to));
    }
  }
  for (const [end, met] of joins) connect(end, met);
  return graph;
}

export function edgeKey(a, b) {
  return a < b ? `${a}-${b}` : `${b}-${a}`;
}

export function kmBetween([lng, lat], [otherLng, otherLat]) {
  const across = (lng - otherLng) * Math.cos((((lat + otherLat) / 2) * Math.PI) / 180);
  return Math.hypot(across, lat - otherLat) * KM_PER_DEGREE;
}

function cellsOf({ a, b }, margin = 0) {
  const cells = [];
  const cell = (degrees) => Math.floor(degrees / CELL_DEGREES);
  for (let x = cell(Math.min(a[0], b[0]) - margin); x <= cell(Math.max(a[0], b[0]) + margin); x++) {
    for (let y = cell(Math.min(a[1], b[1]) - margin); y <= cell(Math.max(a[1], b[1]) + margin); y++) {
      cells.push(`${x},${y}`);
    }
  }
  return cells;
}

function indexed(segments) {
  const cells = new Map();
  for (const segment of segments) {
    for (const cell of cellsOf(segment)) {
      if (!cells.has(cell)) cells.set(cell, []);
      cells.get(cell).push(segment);
    }
  }
  return cells;
}

function cutCrossings(segments, cells) {
  const order = new Map(segments.map((segment, index) => [segment, index]));
  for (const segment of segments) {
    const near = new Set(cellsOf(segment).flatMap((cell) => cells.get(cell)));
    for (const other of near) {
      if (order.get(other) <= order.get(segment)) continue;
      const at = crossing(segment, other);
      if (at === undefined) continue;
      segment.cuts.push(at);
      other.cuts.push(at);
    }
  }
}

function crossing({ a, b }, { a: c, b: d }) {
  const [rx, ry, sx, sy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const cross = rx * sy - ry * sx;
  if (cross === 0) return undefined;
  const t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / cross;
  const u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / cross;
  const inside = t >= 0 && t <= 1 && u >= 0 && u <= 1;
  return inside ? [a[0] + t * rx, a[1] + t * ry].map(rounded) : undefined;
}

/** Returns pairs of a loose end and the closest place on another road, which is cut there. */
function joinEnds(parts, segments, cells) {
  const joins = [];
  for (const part of parts) {
    const own = new Set(part.map((point) => point.join()));
    for (const end of [part[0], part.at(-1)]) {
      const near = new Set(cellsOf({ a: end, b: end }, SNAP_DEGREES).flatMap((cell) => cells.get(cell) ?? []));
      let best = { away: SNAP_DEGREES };
      for (const segment of near) {
        if (own.has(segment.a.join()) && own.has(segment.b.join())) continue;
        const at = nearestOn(segment, end);
        const away = Math.hypot(at[0] - end[0], at[1] - end[1]);
        if (away < best.away) best = { away, at, segment };
      }
      if (best.segment === undefined || best.away === 0) continue;
      best.segment.cuts.push(best.at);
      joins.push([end, best.at]);
    }
  }
  return joins;
}

function nearestOn({ a, b }, point) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  const t = square === 0 ? 0 : ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square;
  const share = Math.max(0, Math.min(1, t));
  return [a[0] + share * dx, a[1] + share * dy].map(rounded);
}

function rounded(degrees) {
  return Math.round(degrees * 1e4) / 1e4;
}

/**
 * Finds the shortest ways from the starts, each with an initial cost.
 * @param {RoadGraph} graph @param {Iterable<[number, number]>} starts node and cost
 * @returns {{cost: Map<number, number>, from: Map<number, number>}} in the order of cost
 */
export function shortest(graph, starts, limit = Infinity) {
  const [cost, from, heap] = [new Map(), new Map(), []];
  for (const [node, start] of starts) push(heap, [start, node, -1]);
  while (heap.length > 0) {
    const [now, node, before] = pop(heap);
    if (cost.has(node)) continue;
    cost.set(node, now);
    from.set(node, before);
    for (const [next, km] of graph.edges[node]) {
      if (!cost.has(next) && now + km <= limit) push(heap, [now + km, next, node]);
    }
  }
  return { cost, from };
}

function push(heap, entry) {
  let at = heap.push(entry) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[parent][0] <= entry[0]) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = entry;
}

function pop(heap) {
  const top = heap[0];
  const last = heap.pop();
  if (heap.length === 0) return top;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && heap[child + 1][0] < heap[child][0]) child++;
    if (heap[child][0] >= last[0]) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = last;
  return top;
}
