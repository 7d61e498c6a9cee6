import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROADS = 600;
const POINTS = 40;

/** A file of real roads if `BYWAYS_FILE` names one, else of generated ones: its path and its number of roads. */
export function roadsFile(folder: string): { path: string; roads: number } {
  const given = process.env.BYWAYS_FILE;
  if (given) return { path: given, roads: readFileSync(given, 'utf8').trimEnd().split('\n').length };
  const path = join(folder, 'roads.geojsonl');
  const lines = Array.from({ length: ROADS }, (_, road) => JSON.stringify(madeUpRoad(road)));
  writeFileSync(path, `${lines.join('\n')}\n`);
  return { path, roads: ROADS };
}

/** Winds east from its own corner of a grid over the western United States. */
function madeUpRoad(road: number): object {
  const [lng, lat] = [-120 + (road % 30), 32 + Math.floor(road / 30) * 0.7];
  const coordinates = Array.from({ length: POINTS }, (_, point) => [
    Number((lng + point * 0.01).toFixed(5)),
    Number((lat + Math.sin(point / 2) * 0.01).toFixed(5)),
  ]);
  return {
    type: 'Feature',
    id: `made-up-${road}`,
    properties: { title: `Made-up Road ${road}` },
    geometry: { type: 'LineString', coordinates },
  };
}
