import type { LatLng } from '@switchback/geo/location';
import { seededRandom } from '@switchback/testing/random';
import type { TileFolder } from './tiles.fixture.js';

// Resolved once: this runs millions of times, and lookups of globals are slow under a test runner.
const { floor, imul } = Math;
/** Wavelengths halve from this one, in degrees; so do the heights, in meters. */
const WIDEST = { degrees: 0.15, meters: 600 };
const OCTAVES = 6;
/** The part of the tile N47E009 that has mountains: all lines are within. */
const BAND = { south: 47.4, north: 47.6, west: 9.05, east: 9.95 };
const LINES = 20;

/** Writes the tile N47E009 with fractal mountains, the same in every run. */
export function writeTerrain(folder: TileFolder): Promise<void> {
  return folder.write('N47E009.hgt', (lat, lng) => (lat < 47.35 || lat > 47.65 ? 0 : terrainAt(lat, lng)));
}

/** Returns winding roads of 10 to 100 km across the mountains, some drawn with few points, the same in every run. */
export function terrainLines(): LatLng[][] {
  const random = seededRandom(7);
  return Array.from({ length: LINES }, (_, line) => {
    const stepDegrees = [0.000_5, 0.003, 0.02][line % 3]!;
    const points: LatLng[] = [{ lat: 47.5, lng: 9.1 + 0.04 * line }];
    let heading = random.next() * 2 * Math.PI;
    while (points.length * stepDegrees < 0.15 + 0.03 * line) {
      heading += (random.next() - 0.5) * 1.2;
      const { lat, lng } = points.at(-1)!;
      const next = { lat: lat + stepDegrees * Math.sin(heading), lng: lng + stepDegrees * Math.cos(heading) };
      if (isWithin(next)) points.push({ lat: toFifth(next.lat), lng: toFifth(next.lng) });
      else heading += 2;
    }
    return points;
  });
}

function isWithin({ lat, lng }: LatLng): boolean {
  return lat > BAND.south && lat < BAND.north && lng > BAND.west && lng < BAND.east;
}

function toFifth(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

/** Returns fractal noise: octaves of smoothly interpolated lattice values. */
function terrainAt(lat: number, lng: number): number {
  let height = WIDEST.meters;
  for (let octave = 0; octave < OCTAVES; octave += 1) {
    const scale = 2 ** octave;
    height += (WIDEST.meters / scale) * noiseAt((lat / WIDEST.degrees) * scale, (lng / WIDEST.degrees) * scale);
  }
  return height;
}

/** @returns -1 to 1. */
function noiseAt(y: number, x: number): number {
  const [row, column] = [floor(y), floor(x)];
  const [down, right] = [smooth(y - row), smooth(x - column)];
  const top = latticeAt(row, column) * (1 - right) + latticeAt(row, column + 1) * right;
  const bottom = latticeAt(row + 1, column) * (1 - right) + latticeAt(row + 1, column + 1) * right;
  return top * (1 - down) + bottom * down;
}

function smooth(share: number): number {
  return share * share * (3 - 2 * share);
}

function latticeAt(row: number, column: number): number {
  let hash = imul(row, 374_761_393) + imul(column, 668_265_263);
  hash = imul(hash ^ (hash >>> 13), 1_274_126_177);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 31 - 1;
}
