/** Follows the roads of the shipped base map from place to place. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpack } from '../../packed.mjs';
import { NATURAL_EARTH } from '../../sources.mjs';
import { kmBetween, roadGraph, shortest } from '../road-graph.mjs';

/** A place is on a road within this distance of it. */
const NEAR_KM = 4;
/** A way along roads may be this much longer than the straight one. */
const DETOUR_MAX = 1.8;
/** Places between the vertices of a road, so that each place finds a near one. */
const NODE_KM = 0.5;

let graph;

/**
 * Returns the places, moved to the roads where there are some, and the line of each leg; undefined for a leg without a
 * road.
 * @param {number[][]} places [lng, lat]
 */
export function alongRoads(places) {
  graph ??= roadGraph(
    unpack(readFileSync(join(NATURAL_EARTH, 'roads.json.br'))).map(({ geometry }) => dense(geometry.coordinates)),
  );
  const nodes = places.map(nearestNode);
  return {
    places: places.map((place, index) => graph.points[nodes[index]] ?? place),
    legs: nodes.slice(1).map((to, index) => wayBetween(nodes[index], to)),
  };
}

function wayBetween(start, end) {
  if (start === undefined || end === undefined) return undefined;
  const limit = Math.max(1, kmBetween(graph.points[start], graph.points[end]) * DETOUR_MAX);
  const { cost, from } = shortest(graph, [[start, 0]], limit);
  if (!cost.has(end)) return undefined;
  const way = [];
  for (let node = end; node !== -1; node = from.get(node)) way.unshift(graph.points[node]);
  return way;
}

function nearestNode(place) {
  let best = { km: NEAR_KM };
  for (const [node, point] of graph.points.entries()) {
    if (Math.abs(point[1] - place[1]) > 0.1) continue;
    const km = kmBetween(point, place);
    if (km < best.km) best = { km, node };
  }
  return best.node;
}

function dense(line) {
  return line.flatMap((to, index) => {
    if (index === 0) return [to];
    const from = line[index - 1];
    const count = Math.max(1, Math.ceil(kmBetween(from, to) / NODE_KM));
    return Array.from({ length: count }, (_, step) =>
      from.map((degrees, axis) => degrees + ((step + 1) / count) * (to[axis] - degrees)),
    );
  });
}
