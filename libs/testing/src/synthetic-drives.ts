import { readFileSync } from 'node:fs';
import { boundsOfPath } from '@switchback/geo/bounds';
import { pathLengthMeters } from '@switchback/geo/distance';
import { wrapLongitude, type LatLng } from '@switchback/geo/location';
import { encodePolyline } from '@switchback/geo/polyline';
import { simplifyToCount } from '@switchback/geo/simplify';
import { TAGS } from '@switchback/contracts/rules/drives';
import { type Curviness, DriveSummary } from '@switchback/proto/drives/v1/drive';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { type Random, seededIds, seededRandom } from './random.js';

const UNITED_STATES = { id: 233, name: 'United States' };
const CONTINENTAL_US = { north: 48.5, south: 26, west: -123, east: -70 };
const OVERVIEW_POINTS = 50;
const WORDS = (
  'alder amber angel antler arrow aspen badger basin bear beaver bend birch bison blue bluff boulder bridge brook canyon cape cascade ' +
  'cedar cliff cloud copper coyote crater creek crystal desert devil dogwood eagle echo elk ember falcon falls fern forest fox glacier ' +
  'gold granite grove harbor hawk hidden hollow horizon iron island juniper lake lantern laurel ledge lighthouse lonely lost magnolia ' +
  'maple meadow mesa mill mirror mission moon mountain needle oak old orchard osprey otter painted palm passage peak pine pioneer prairie ' +
  'quartz raven red ridge river rock rose sage salmon sand shadow shore silver skyline slate snow spring spruce star stone storm summit ' +
  'sunset swan thunder timber trail turtle twin upper valley vista walnut water west whisper white wild willow wind wolf'
).split(' ');
const KINDS = ['Byway', 'Drive', 'Highway', 'Loop', 'Parkway', 'Pass', 'Road', 'Route', 'Scenic Byway', 'Trail'];
const ALL_TAGS = Object.entries(TAGS).flatMap(([category, names]) => names.map((name) => ({ category, name })));

export interface SyntheticOptions {
  seed: number;
  /** Lines to move, rotate and scale; see {@link shapesOfFile} and {@link wanderingShapes}. */
  shapes: readonly (readonly LatLng[])[];
  /** Maximum number of points of a route. */
  maxPoints?: number;
}

/** By file and number of points: a file is read once, since simplifying its lines takes seconds. */
const readShapes = new Map<string, readonly (readonly LatLng[])[]>();

/**
 * Returns the longest line of each feature of a newline-delimited GeoJSON file, with at most `maxPoints` points each.
 */
export function shapesOfFile(file: string, maxPoints = 64): readonly (readonly LatLng[])[] {
  const key = `${maxPoints} ${file}`;
  const shapes = readShapes.get(key) ?? readShapesOf(file, maxPoints);
  readShapes.set(key, shapes);
  return shapes;
}

function readShapesOf(file: string, maxPoints: number): LatLng[][] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const { geometry } = JSON.parse(line) as { geometry: { type: string; coordinates: unknown } };
    const parts = (geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates) as [
      number,
      number,
    ][][];
    const longest = parts.reduce((best, part) => (part.length > best.length ? part : best));
    return simplifyToCount(
      longest.map(([lng, lat]) => ({ lat, lng })),
      maxPoints,
    );
  });
}

/** Returns random walks that turn like roads, for use without a file of real ones. */
export function wanderingShapes(count: number, seed: number, points = 64): LatLng[][] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    let heading = between(random, 0, 2 * Math.PI);
    const walk: LatLng[] = [{ lat: 38, lng: -97 }];
    const step = between(random, 0.002, 0.03);
    while (walk.length < points) {
      heading += between(random, -0.7, 0.7);
      const last = walk[walk.length - 1]!;
      walk.push({ lat: last.lat + Math.sin(heading) * step, lng: last.lng + Math.cos(heading) * step });
    }
    return walk;
  });
}

/** Generates public, approved drives across the continental United States, one at a time; identical per seed. */
export function* syntheticDrives(count: number, options: SyntheticOptions): Generator<DriveEvent> {
  const random = seededRandom(options.seed);
  for (let index = 0; index < count; index += 1) {
    yield syntheticDrive(index, random, options);
  }
}

function syntheticDrive(index: number, random: Random, options: SyntheticOptions): DriveEvent {
  const id = seededIds(random).uuid();
  const shape = random.pick(options.shapes);
  const path = placeShape(shape, random).slice(0, options.maxPoints ?? Infinity);
  const summary = summaryOf(id, index, path, random);
  const popularity = Math.floor(random.next() ** 4 * 500);
  return {
    id,
    rev: 1,
    saved: { summary, path: encodePolyline(path), ownerId: '', sharedWith: [], popularity, audience: undefined },
    deleted: undefined,
  };
}

/** Returns a copy of the shape elsewhere: rotated, scaled to at most its size, rounded like polylines. */
function placeShape(shape: readonly LatLng[], random: Random): LatLng[] {
  const origin = shape[0]!;
  const turn = between(random, 0, 2 * Math.PI);
  const scale = between(random, 0.2, 1);
  const lat0 = between(random, CONTINENTAL_US.south, CONTINENTAL_US.north);
  const lng0 = between(random, CONTINENTAL_US.west, CONTINENTAL_US.east);
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
  return shape.map(({ lat, lng }) => {
    const x = (lng - origin.lng) * scale;
    const y = (lat - origin.lat) * scale;
    return {
      lat: round(Math.max(-85, Math.min(85, lat0 + y * Math.cos(turn) + x * Math.sin(turn)))),
      lng: round(wrapLongitude(lng0 + x * Math.cos(turn) - y * Math.sin(turn))),
    };
  });
}

function summaryOf(id: string, index: number, path: LatLng[], random: Random): DriveSummary {
  const start = path[0]!;
  const distance = Math.round(pathLengthMeters(path));
  const rating = (max: number) => (random.next() < 0.3 ? undefined : Math.round(between(random, 0, max) * 2) / 2);
  const words = Array.from({ length: 2 }, () => capitalize(random.pick(WORDS)));
  const state = stateOf(start);
  return {
    ...DriveSummary.decode(new Uint8Array()),
    id,
    rev: 1,
    title: `${words.join(' ')} ${random.pick(KINDS)}`,
    description: Array.from({ length: 30 }, () => random.pick(WORDS)).join(' '),
    distance,
    duration: Math.round(distance / between(random, 10, 25)),
    durationSource: 'estimated',
    bounds: boundsOfPath(path),
    overviewPath: encodePolyline(simplifyToCount(path, OVERVIEW_POINTS)),
    tags: ALL_TAGS.filter(() => random.next() < 0.12),
    starRating: rating(5),
    intensityRating: rating(10),
    roadQualityRating: rating(10),
    trafficRating: rating(10),
    curviness: curvinessOf(distance, random),
    gain: gainOf(distance, index),
    reviewCount: Math.floor(random.next() ** 5 * 200),
    startAddress: `${capitalize(random.pick(WORDS))}, ${state.name}`,
    endAddress: `${capitalize(random.pick(WORDS))}, ${state.name}`,
    startLocation: start,
    endLocation: path[path.length - 1]!,
    countries: [{ country: UNITED_STATES, states: [state] }],
    createdAt: new Date(Date.UTC(2020, 0, 1) + index * 60_000).toISOString(),
    privacy: 'public',
    status: 'approved',
    official: true,
    rankings: { world: false, countries: [] },
  };
}

/** Random, since lines with so few points do not show their bends. */
function curvinessOf(distanceMeters: number, random: Random): Curviness {
  if (random.next() < 0.2) return { value: undefined, perKilometer: undefined, enoughDetail: false, degreesPerKm: 0 };
  const perKilometer = Math.round(random.next() ** 2 * 600);
  const value = Math.round((distanceMeters / 1000) * perKilometer);
  return { value, perKilometer, enoughDetail: true, degreesPerKm: perKilometer / 2 };
}

/** Returns meters of ascent; unknown for every fourth drive. Leaves the random numbers of all other fields alone. */
function gainOf(distanceMeters: number, index: number): number | undefined {
  return index % 4 === 0 ? undefined : Math.round((distanceMeters / 1_000) * ((index * 7) % 23));
}

/** Returns a fictional state for each square of five degrees. */
function stateOf({ lat, lng }: LatLng) {
  const number = Math.floor((lat - 20) / 5) * 20 + Math.floor((lng + 130) / 5);
  return { id: 1_400 + number, name: `State ${number}` };
}

function between(random: Random, low: number, high: number): number {
  return low + random.next() * (high - low);
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
