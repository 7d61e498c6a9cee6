import { existsSync } from 'node:fs';
import { boundsIntersect, boundsOfPath, expandBounds } from '@switchback/geo/bounds';
import { lineCrossesBounds } from '@switchback/geo/lines';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { wrapLongitude, type Bounds, type LatLng } from '@switchback/geo/location';
import { SORT_KEYS, TAGS } from '@switchback/contracts/rules/drives';
import { NUMBER_FILTER_NAMES, NUMBER_FILTERS } from '@switchback/contracts/rules/filters';
import type { Caller } from '@switchback/platform/rpc/call';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { Filters } from '@switchback/proto/search/v1/service';
import type { Random } from '@switchback/testing/random';
import { shapesOfFile, syntheticDrives, wanderingShapes } from '@switchback/testing/synthetic-drives';
import type { DriveDocument } from '../document.js';
import type { DriveStates } from '../reindex.js';
import type { SearchQuery } from './search-index.js';

const FULL_POINTS = 300;
export const USERS = ['ann', 'ben', 'cora'];
export const TEXTS = [
  'us-129',
  'route 12',
  'nc 12 ridge',
  'tail of the dragon',
  'ridg pss',
  'rode',
  'ridge',
  'blue ridge',
  'mountian',
  'lighthous',
  'Thunder VALLEY',
  'timber b',
  'pass',
  'ümbër',
  'scenic byway st',
  '…',
  '  ',
];
const ALL_TAGS = Object.entries(TAGS).flatMap(([category, names]) => names.map((name) => ({ category, name })));

/** Unusual inputs; the first has a typo in the middle. */
export const ODD_TEXTS = [
  'lighhtouse',
  "'; drop table drive; --",
  '\\',
  '%',
  '_',
  '*',
  ':*',
  "a' | 'b",
  '!ridge',
  'blue & | ridge',
  '(((',
  '<->',
  '"',
  '🏔️ ridge',
  '\u202eridge',
  'ri\u0000dge',
  'ridge'.repeat(40),
  'a '.repeat(100),
  '…—!?',
  '山',
  'İstanbul ß',
  '\ud800',
];

/** Includes every kind of drive and filters nothing. */
export function noFilters(change: Partial<Filters> = {}): Filters {
  const kinds = {
    includePublic: true,
    includePrivate: true,
    includeShared: true,
    includeSaved: true,
    includeCompleted: true,
  };
  return { ...Filters.decode(new Uint8Array()), ...kinds, ...change };
}

/**
 * Returns drives of every kind: with real lines if `BYWAYS_FILE` names some, some across the antimeridian or at a pole,
 * some private, shared, pending or without ratings.
 */
export function catalogue(count: number, seed: number, random: Random): DriveEvent[] {
  const file = process.env['BYWAYS_FILE'];
  const shapes = file && existsSync(file) ? shapesOfFile(file, FULL_POINTS) : wanderingShapes(60, seed, 150);
  return [...syntheticDrives(count, { seed, shapes })].map((event) => vary(event, random));
}

function vary(event: DriveEvent, random: Random): DriveEvent {
  const saved = event.saved!;
  const summary = saved.summary!;
  const path = random.pick(MOVES)(decodePolyline(saved.path));
  const owner = random.chance(0.4) ? random.pick(USERS) : '';
  const isPrivate = owner !== '' && random.chance(0.5);
  const sharedWith = isPrivate ? USERS.filter((user) => user !== owner && random.chance(0.3)) : [];
  const status = isPrivate ? 'none' : random.chance(0.15) ? 'pending' : 'approved';
  return {
    ...event,
    saved: {
      ...saved,
      ownerId: owner,
      sharedWith,
      path: encodePolyline(path),
      summary: {
        ...summary,
        bounds: boundsOfPath(path),
        startLocation: path[0]!,
        endLocation: path[path.length - 1]!,
        privacy: isPrivate ? 'private' : 'public',
        status,
        creator: owner === '' ? undefined : { id: owner, username: owner },
        description: random.chance(0.1) ? `\\N "it's"\t{a,b}\r\n\\. ${summary.description}\\` : summary.description,
        title: random.chance(0.2) ? random.pick(TITLES)(summary.title) : summary.title,
      },
    },
  };
}

const TITLES = [
  (title: string) => `Ümbër ${title}’s`,
  (title: string) => `${title} (US-129)`,
  (title: string) => `Highway 12: ${title}`,
  (title: string) => `${title} NC 12`,
  () => 'Tail of the Dragon',
];

/** Leaves most drives in place. */
const MOVES = [
  ...Array.from({ length: 16 }, () => (path: LatLng[]) => path),
  moveToAntimeridian,
  moveToAntimeridian,
  moveToAntimeridian,
  (path: LatLng[]) => moveToLatitude(path, 89.5),
  (path: LatLng[]) => moveToLatitude(path, -89.9),
];

/** Moves a path; some reach the pole itself. */
function moveToLatitude(path: LatLng[], lat: number): LatLng[] {
  const shift = lat - path[path.length >> 1]!.lat;
  const round = (degrees: number) => Math.round(Math.max(-90, Math.min(90, degrees)) * 1e5) / 1e5;
  return path.map((point) => ({ lng: point.lng, lat: round(point.lat + shift) }));
}

function moveToAntimeridian(path: LatLng[]): LatLng[] {
  const shift = 180 - path[path.length >> 1]!.lng;
  return path.map(({ lat, lng }) => ({ lat, lng: Math.round(wrapLongitude(lng + shift) * 1e5) / 1e5 }));
}

export function randomCaller(random: Random): Caller | null {
  if (random.chance(0.4)) return null;
  return { userId: random.pick([...USERS, 'stranger']), accountType: random.pick(['free', 'hero', 'admin']) };
}

/** Sets each filter with a probability of a tenth: some over the whole scale, most within the length of some drives. */
function randomNumberFilters(random: Random): Partial<Filters> {
  const chosen = NUMBER_FILTER_NAMES.filter(() => random.chance(0.1)).map((name) => {
    const { kind, max } = NUMBER_FILTERS[name];
    if (kind === 'atLeast') return [name, random.below(2 * max + 1) / 2];
    if (random.chance(0.1)) return [name, { min: 0, max }];
    const top = Math.min(max, 200_000);
    const [a, b] = [random.next() * top, random.next() * top];
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    return [name, { min: random.chance(0.3) ? undefined : low, max: random.chance(0.3) ? undefined : high }];
  });
  return Object.fromEntries(chosen) as Partial<Filters>;
}

/** Sets any of the filters now and then, in any combination that usually still matches drives. */
export function randomFilters(random: Random, ids: readonly string[]): Filters {
  const set = (probability: number, change: () => Partial<Filters>) => (random.chance(probability) ? change() : {});
  return noFilters({
    ...set(0.6, () => ({ bounds: randomBounds(random) })),
    ...set(0.15, () => ({ text: random.pick(TEXTS) })),
    ...set(0.1, () => ({ countryId: random.pick([233, 233, 1]) })),
    ...set(0.1, () => ({ stateIds: Array.from({ length: 20 }, () => 1_400 + random.below(120)) })),
    ...set(0.15, () => ({ tags: [random.pick(ALL_TAGS), ...(random.chance(0.3) ? [random.pick(ALL_TAGS)] : [])] })),
    ...randomNumberFilters(random),
    ...set(0.2, () => ({ geocode: randomGeocode(random) })),
    ...set(0.05, () => ({ ids: Array.from({ length: 200 }, () => random.pick(ids)) })),
    ...set(0.15, () => ({
      includePublic: random.chance(0.5),
      includePrivate: random.chance(0.5),
      includeShared: random.chance(0.5),
    })),
    ...set(0.2, () => ({
      includePublic: random.chance(0.2),
      includeSaved: random.chance(0.7),
      includeCompleted: random.chance(0.7),
      savedIds: Array.from({ length: random.below(60) }, () => random.pick(ids)),
      completedIds: Array.from({ length: random.below(20) }, () => random.pick(ids)),
    })),
  });
}

const WORLD = { north: 90, south: -90, west: -180, east: 180 };
const ODD_BOUNDS = [
  WORLD,
  { ...WORLD, south: 0 },
  { ...WORLD, south: 85 },
  { ...WORLD, north: -85 },
  { ...WORLD, west: 90, east: -90 },
  { ...WORLD, west: 180, east: -180 },
  { ...WORLD, west: 180 },
  { ...WORLD, east: -180 },
];

/**
 * Returns bounds from a point to the whole world, often over the data, sometimes across the antimeridian or up to a
 * pole.
 */
export function randomBounds(random: Random) {
  if (random.chance(0.15)) return random.pick(ODD_BOUNDS);
  const size = random.pick([0, 0.01, 0.3, 2, 10, 40, 180]);
  const [width, height] = [random.next() * size * 2, Math.min(170, random.next() * size)];
  const west = random.chance(0.25) ? 180 - random.next() * width : -124 + random.next() * 56;
  const south = Math.max(-89, 25 + random.next() * 25 - height / 2);
  return {
    north: Math.min(90, south + height),
    south,
    west: wrapLongitude(west),
    east: wrapLongitude(west + Math.min(359, width)),
  };
}

/** Minimum distance between a line and a box that it does not cross: engines round the coordinates they compare. */
const CLEAR_METERS = 0.3;

/**
 * Returns a small box next to or across one of the routes, so that some cross it between two of their points; no route
 * touches it so narrowly that rounding would decide.
 */
export function boundsOnRoute(random: Random, routes: readonly Pick<DriveDocument, 'path' | 'bounds'>[]): Bounds {
  for (;;) {
    const { lat, lng } = random.pick(random.pick(routes).path);
    const [height, width] = [random.pick([0.0005, 0.01, 0.05, 0.5]), random.pick([0.0005, 0.01, 0.05, 0.5])];
    const south = Math.max(-90, lat - height * (random.next() * 2 - 0.5));
    const west = lng - width * (random.next() * 2 - 0.5);
    const bounds = {
      south,
      north: Math.min(90, south + height),
      west: wrapLongitude(west),
      east: wrapLongitude(west + width),
    };
    const wider = expandBounds(bounds, CLEAR_METERS);
    const close = routes.filter((route) => boundsIntersect(route.bounds, wider));
    const isClear = close.every(({ path }) => !lineCrossesBounds(path, wider) || lineCrossesBounds(path, bounds));
    if (south < 89 && isClear) return bounds;
  }
}

function randomGeocode(random: Random) {
  const proximityMeters = random.chance(0.5) ? undefined : random.next() * 3_000_000;
  if (random.chance(0.15)) return { lat: random.pick([90, -90, 0]), lng: random.pick([180, -180, 0]), proximityMeters };
  return { lat: 25 + random.next() * 25, lng: wrapLongitude(-125 + random.next() * 60), proximityMeters };
}

export function randomQuery(random: Random, ids: readonly string[]): SearchQuery {
  return {
    filters: randomFilters(random, ids),
    caller: randomCaller(random),
    sort: random.pick(SORT_KEYS),
    after: null,
    limit: 26,
    includeCount: true,
    have: [],
  };
}

/** Lists all drives like the drives service, `size` per page whatever limit is requested. */
export function listingOf(events: readonly DriveEvent[], size = 100): DriveStates {
  return {
    listStates: async ({ pageToken }) => {
      const first = Number(pageToken);
      const next = first + size;
      return { states: events.slice(first, next), nextPageToken: next < events.length ? String(next) : '' };
    },
  };
}
