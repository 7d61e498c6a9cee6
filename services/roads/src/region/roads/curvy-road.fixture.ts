import { boundsOfPath } from '@switchback/geo/bounds';
import { decodePolyline } from '@switchback/geo/polyline';
import type { CurvyRoad } from './curvy-road.js';

/** Returns a paved road along a line; its figures are made up. */
export function exampleCurvyRoad(id: string, path: string, changes: Partial<CurvyRoad> = {}): CurvyRoad {
  const { north, east, south, west } = boundsOfPath(decodePolyline(path));
  return {
    id,
    name: 'Bergstrasse',
    ref: null,
    surface: null,
    isUnpaved: false,
    distanceMeters: 2_700,
    degreesPerKm: 120,
    curvesMeters: 900,
    hairpins: 3,
    settledShare: 0,
    bounds: [north, east, south, west],
    path,
    overview: path,
    ...changes,
  };
}
