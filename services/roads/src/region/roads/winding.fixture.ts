import type { LatLng } from '@switchback/geo/location';
import type { ExtractNode } from '../extract.fixture.js';

/** Roads drawn by hand, whose curves are known. */

const METERS_PER_DEGREE = 111_194.93;

export interface Bend {
  radiusMeters: number;
  degrees: number;
}

/**
 * Draws a road that begins northward: straight lines with bends between them, to the right and left by turns. Returns
 * points at most 5 m apart in the bends.
 */
export function windingLine(start: LatLng, straightMeters: number, bends: readonly Bend[]): LatLng[] {
  let [x, y, heading] = [0, 0, Math.PI / 2];
  const points: [number, number][] = [[x, y]];
  const go = (meters: number) => {
    x += meters * Math.cos(heading);
    y += meters * Math.sin(heading);
    points.push([x, y]);
  };
  go(straightMeters);
  bends.forEach(({ radiusMeters, degrees }, index) => {
    const angle = (degrees * Math.PI) / 180;
    const steps = Math.ceil((radiusMeters * angle) / 5);
    const step = ((index % 2 === 0 ? -1 : 1) * angle) / steps;
    for (let at = 0; at < steps; at += 1) {
      heading += step / 2;
      go(2 * radiusMeters * Math.sin(Math.abs(step) / 2));
      heading += step / 2;
    }
    go(straightMeters);
  });
  const eastward = METERS_PER_DEGREE * Math.cos((start.lat * Math.PI) / 180);
  return points.map(([east, north]) => ({
    lat: start.lat + north / METERS_PER_DEGREE,
    lng: start.lng + east / eastward,
  }));
}

/** Returns the nodes of a line, with ids from `first` on. */
export function nodesOf(first: number, line: readonly LatLng[]): ExtractNode[] {
  return line.map((place, index) => ({ id: first + index, ...place }));
}

/** Returns the ids of so many nodes from `first` on. */
export function refsOf(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
