import { distanceMeters, pathLengthMeters } from './distance.js';
import type { LatLng } from './location.js';
import { isSame, joinParts, partsOf } from './parts.js';
import { greatCircle } from './resample.js';

/**
 * Returns the stretch of a line between two positions in meters along its parts, without the gaps between them. Runs
 * against the line if `fromMeters` is greater. Positions beyond an end of the line mean that end.
 */
export function stretchOf(line: readonly LatLng[], fromMeters: number, toMeters: number): LatLng[] {
  const [first, last] = [Math.min(fromMeters, toMeters), Math.max(fromMeters, toMeters)];
  const parts: LatLng[][] = [];
  let atMeters = 0;
  for (const part of partsOf(line)) {
    const lengthMeters = pathLengthMeters(part);
    const cut = between(part, first - atMeters, last - atMeters);
    if (cut.length > 1) parts.push(cut);
    atMeters += lengthMeters;
  }
  return joinParts(fromMeters <= toMeters ? parts : parts.reverse().map((part) => part.reverse()));
}

/** Returns the points of a path between two positions, with a point at either; fewer than two outside the path. */
function between(path: readonly LatLng[], firstMeters: number, lastMeters: number): LatLng[] {
  const points: LatLng[] = [];
  const add = (point: LatLng) => {
    if (points.length === 0 || !isSame(points.at(-1)!, point)) points.push(point);
  };
  let atMeters = 0;
  for (let index = 1; index < path.length && atMeters < lastMeters; index += 1) {
    const [start, end] = [path[index - 1]!, path[index]!];
    const lengthMeters = distanceMeters(start, end);
    const untilMeters = atMeters + lengthMeters;
    if (untilMeters > firstMeters) {
      const at = (meters: number) => {
        if (meters <= atMeters) return start;
        return meters >= untilMeters ? end : greatCircle(start, end)((meters - atMeters) / lengthMeters);
      };
      add(at(firstMeters));
      add(at(lastMeters));
    }
    atMeters = untilMeters;
  }
  return points;
}
