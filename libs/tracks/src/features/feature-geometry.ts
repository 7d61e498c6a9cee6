import { type ElevatedPoint, isElevation } from '@switchback/geo/elevation';
import { wrapLongitude } from '@switchback/geo/location';
import { badPositions } from './bad-positions.js';
import { IMPORT_LIMITS, TOO_MANY_POINTS } from './raw-feature.js';

const COLLECTION_DEPTH_MAX = 8;
const GEOMETRIES_MAX = 10_000;
/** Roads end well before; a line beyond most often has latitude and longitude swapped. */
const ROADS_NORTH_LIMIT = 84;
const ROADS_SOUTH_LIMIT = -60;

/** Reason why a feature cannot become a drive. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/**
 * Returns the lines of a GeoJSON geometry (LineString, MultiLineString, or those of a GeometryCollection), coordinates
 * rounded to five decimals, without repeated points. Keeps elevations unless all of them are zero.
 * @param notes receives the number of points dropped from otherwise good lines.
 * @throws Refusal if there is no line or a position is invalid.
 */
export function linesOf(
  geometry: unknown,
  partsMax: number = IMPORT_LIMITS.partsMax,
  notes: string[] = [],
): ElevatedPoint[][] {
  const found: unknown[] = [];
  const others = new Set<string>();
  collectLines(geometry, found, others, 0);
  if (found.length === 0) {
    const kinds = [...others].join(', ');
    throw new Refusal(kinds ? `It has no line, only ${kinds}.` : 'It has no geometry.');
  }
  if (found.length > partsMax) {
    throw new Refusal(`It has more than ${partsMax.toLocaleString('en-US')} parts.`);
  }
  let points = 0;
  let leftOut = 0;
  const lines = found.map((line) => {
    points += Array.isArray(line) ? line.length : 0;
    if (points > IMPORT_LIMITS.pointsMax) {
      throw new Refusal(TOO_MANY_POINTS);
    }
    const bad = Array.isArray(line) ? badPositions(line) : new Set<number>();
    leftOut += bad.size;
    return readLine(line, bad);
  });
  if (leftOut > 0) {
    notes.push(
      leftOut === 1 ? 'One point without a place was left out.' : `${leftOut} points without a place were left out.`,
    );
  }
  refuseSwapped(lines);
  // Some programs write zero for unknown elevations.
  const isFlat = lines.every((line) => line.every(({ elevation = 0 }) => elevation === 0));
  return isFlat ? lines.map((line) => line.map(({ lat, lng }) => ({ lat, lng }))) : lines;
}

function collectLines(geometry: unknown, found: unknown[], others: Set<string>, depth: number): void {
  if (typeof geometry !== 'object' || geometry === null) {
    return;
  }
  const { type, coordinates, geometries } = geometry as Record<string, unknown>;
  if (type === 'LineString') {
    found.push(coordinates);
  } else if (type === 'MultiLineString' && Array.isArray(coordinates)) {
    for (const line of coordinates) {
      found.push(line);
    }
  } else if (type === 'GeometryCollection' && Array.isArray(geometries)) {
    if (depth >= COLLECTION_DEPTH_MAX || geometries.length > GEOMETRIES_MAX) {
      throw new Refusal('Its geometry collection is too deep or too large.');
    }
    for (const inner of geometries) {
      collectLines(inner, found, others, depth + 1);
    }
  } else {
    others.add(typeof type === 'string' ? type.slice(0, 40) : 'a geometry without a type');
  }
}

function readLine(line: unknown, bad: ReadonlySet<number>): ElevatedPoint[] {
  if (!Array.isArray(line)) {
    throw new Refusal('Its coordinates are not a list of positions.');
  }
  const points: ElevatedPoint[] = [];
  for (const [index, position] of line.entries()) {
    if (bad.has(index)) {
      continue;
    }
    const point = readPosition(position, index + 1);
    const previous = points[points.length - 1];
    if (!previous || previous.lat !== point.lat || previous.lng !== point.lng) {
      points.push(point);
    }
  }
  return points;
}

function readPosition(position: unknown, place: number): ElevatedPoint {
  const [lng, lat, height] = Array.isArray(position) ? (position as unknown[]) : [];
  if (typeof lng !== 'number' || typeof lat !== 'number' || !Number.isFinite(lng) || !Number.isFinite(lat)) {
    throw new Refusal(`Position ${place} is not a pair of numbers.`);
  }
  if (Math.abs(lat) > 90) {
    const swapped = Math.abs(lat) <= 180 && Math.abs(lng) <= 90;
    const hint = swapped ? ' Latitude and longitude look swapped: longitude comes first.' : '';
    throw new Refusal(`Position ${place} has the latitude ${lat}, outside -90 to 90.${hint}`);
  }
  if (Math.abs(lng) > 360) {
    throw new Refusal(`Position ${place} has the longitude ${lng}, outside -180 to 180.`);
  }
  const point = { lat: round(lat), lng: round(Math.abs(lng) > 180 ? wrapLongitude(lng) : lng) };
  return isElevation(height) ? { ...point, elevation: height } : point;
}

/** Rounds to five decimals; adding 0 turns -0, which no polyline can hold, into 0. */
function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5 + 0;
}

/**
 * Refuses lines near a pole: swapped coordinates of the eastern United States are still on the globe, in Antarctica.
 */
function refuseSwapped(lines: readonly (readonly ElevatedPoint[])[]): void {
  const points = lines.flat();
  const polar =
    points.every(({ lat }) => lat < ROADS_SOUTH_LIMIT) || points.every(({ lat }) => lat > ROADS_NORTH_LIMIT);
  if (points.length > 0 && polar && points.every(({ lng }) => Math.abs(lng) <= 90)) {
    throw new Refusal('All of it lies near a pole: latitude and longitude look swapped, longitude comes first.');
  }
}
