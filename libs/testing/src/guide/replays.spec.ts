// Aim: on real lines, with the noise, gaps and mistakes of real drives, the guide keeps its place, speaks in time and
// arrives. Each track is made from a line of the catalogue by a seed.
import { describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { drivenShare, startGuide } from '@switchback/geo/guide/drive-guide';
import type { Maneuver } from '@switchback/geo/guide/guide-line';
import type { Fix, GuideEvent } from '@switchback/geo/guide/guide-state';
import { placeOn } from '@switchback/geo/guide/shown';
import { pathLengthMeters, METERS_PER_DEGREE } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { runSeed, seededRandom } from '../random.js';
import { shapesOfFile } from '../synthetic-drives.js';
import { after, eventsOf, fixesOf, kindsOf, lineOf, replay, START_AT, standing, ticks, turnAt } from './replay.js';

const FILE =
  process.env['BYWAYS_FILE'] ?? join(import.meta.dirname, '../../../../services/drives/demo/demo-drives.geojsonl');
const SEED = runSeed();
const LINES_MAX_METERS = 60_000;
const random = seededRandom(SEED);

const lines = random
  .shuffle(shapesOfFile(FILE, 4_000))
  .filter((path) => path.length > 100 && pathLengthMeters(path) > 12_000 && pathLengthMeters(path) < LINES_MAX_METERS)
  .slice(0, 20);

/** Turns every few kilometers, as a router would give them. */
function maneuversOf(path: readonly LatLng[]): Maneuver[] {
  const total = pathLengthMeters(path);
  return Array.from({ length: Math.floor(total / 3_000) - 1 }, (_, index) => turnAt((index + 1) * 3_000));
}

const SPEED = 22;
interface Track {
  name: string;
  make(path: readonly LatLng[], total: number): GuideEvent[];
  /** Whether the driver leaves the line. */
  off?: number;
  fromMeters?: number;
  twice?: boolean;
  share?: number;
}

const noisy = (path: readonly LatLng[], rest: Partial<Parameters<typeof fixesOf>[0]> = {}) =>
  fixesOf({ path, speed: SPEED, noiseMeters: 8, random, ...rest });
const part = (path: readonly LatLng[], from: number, to: number, startAt: number, rest = {}) =>
  noisy(path, { fromMeters: from, toMeters: to, startAt, ...rest });
/** Drops the fixes of a stretch of time; the page's clock goes on. */
const silence = (fixes: readonly Fix[], from: number, seconds: number): GuideEvent[] => {
  const start = fixes[from]!.at;
  const within = ({ at }: Fix) => at >= start && at < start + seconds * 1_000;
  const events = [...eventsOf(fixes.filter((fix) => !within(fix))), ...ticks(seconds, start)];
  return events.toSorted((a, b) => a.at - b.at);
};
/** Two kilometers north of the line, out and back, from a place on it. */
function aside(path: readonly LatLng[], meters: number, startAt: number): Fix[] {
  const at = placeOn(lineOf(path), meters);
  const points = Array.from({ length: 100 }, (_, index) => ({
    lat: at.lat + (index * 20) / METERS_PER_DEGREE,
    lng: at.lng,
  }));
  return fixesOf({ path: [...points, ...points.toReversed().slice(1)], speed: SPEED, startAt });
}

/** The last fixes are good: an inaccurate one does not arrive, but the next one does. */
const poor = (fixes: readonly Fix[], every: number) =>
  fixes.map((fix, index) =>
    index % every === 0 && index < fixes.length - 5 ? { ...fix, lat: fix.lat + 0.01, accuracyMeters: 150 } : fix,
  );

const TRACKS: readonly Track[] = [
  { name: 'a clean drive', make: (path) => eventsOf(fixesOf({ path, speed: SPEED })) },
  { name: 'noise of 8 m', make: (path) => eventsOf(noisy(path)) },
  { name: 'noise of 20 m', make: (path) => eventsOf(noisy(path, { noiseMeters: 14, accuracyMeters: 20 })) },
  {
    name: 'a device without speed and heading',
    make: (path) => eventsOf(noisy(path, { noiseMeters: 3, isBare: true })),
  },
  { name: 'a slow drive', make: (path) => eventsOf(noisy(path, { speed: 9, toMeters: 11_000 })), share: 0 },
  { name: 'a fast drive', make: (path) => eventsOf(noisy(path, { speed: 33 })) },
  {
    name: 'a fix every five seconds',
    make: (path) => eventsOf(noisy(path).filter((_, index, all) => index % 5 === 0 || index > all.length - 5)),
  },
  { name: 'a tunnel of 40 s', make: (path) => silence(noisy(path), 200, 40) },
  { name: 'a tunnel of two minutes', make: (path) => silence(noisy(path), 150, 120) },
  {
    name: 'three gaps',
    make: (path) => {
      const fixes = noisy(path).filter(
        (_, index) => ![100, 200, 300].some((from) => index >= from && index < from + 15),
      );
      return eventsOf(fixes);
    },
  },
  { name: 'inaccurate fixes in between', make: (path) => eventsOf(poor(noisy(path), 4)) },
  {
    name: 'a stop of 40 minutes',
    make: (path, total) => {
      const first = part(path, 0, 6_000, START_AT);
      const pause = standing(placeOn(lineOf(path), 6_000), 2_400, after(first));
      return eventsOf([...first, ...pause, ...part(path, 6_000, total, after(pause))]);
    },
  },
  {
    name: 'a phone asleep for 40 minutes',
    make: (path, total) => {
      const first = part(path, 0, 6_000, START_AT);
      return eventsOf([...first, ...part(path, 6_050, total, after(first) + 2_400_000)]);
    },
  },
  {
    name: 'a wrong turn',
    off: 1,
    make: (path, total) => {
      const first = part(path, 0, 7_000, START_AT);
      const wrong = aside(path, 7_000, after(first));
      return eventsOf([...first, ...wrong, ...part(path, 7_000, total, after(wrong))]);
    },
  },
  {
    name: 'two wrong turns',
    off: 2,
    make: (path, total) => {
      const first = part(path, 0, 4_000, START_AT);
      const wrong = aside(path, 4_000, after(first));
      const second = part(path, 4_000, 9_000, after(wrong));
      const again = aside(path, 9_000, after(second));
      return eventsOf([...first, ...wrong, ...second, ...again, ...part(path, 9_000, total, after(again))]);
    },
  },
  {
    name: 'a start in the middle',
    fromMeters: 5_000,
    share: 0,
    make: (path, total) => eventsOf(part(path, 5_000, total, START_AT)),
  },
  {
    name: 'a hidden page for a minute',
    make: (path) => {
      const events = eventsOf(noisy(path));
      const page = (index: number, isVisible: boolean): GuideEvent => ({
        kind: 'page',
        at: events[index]!.at,
        isVisible,
      });
      return [
        ...events.slice(0, 100),
        page(100, false),
        ...events.slice(160, 161),
        page(161, true),
        ...events.slice(162),
      ];
    },
  },
  {
    name: 'a drive in traffic, with stops',
    make: (path, total) => {
      const fixes: Fix[] = [];
      for (let from = 0; from < total; from += 3_000) {
        const startAt = fixes.length === 0 ? START_AT : after(fixes);
        fixes.push(...part(path, from, Math.min(total, from + 3_000), startAt));
        fixes.push(...standing(placeOn(lineOf(path), Math.min(total, from + 3_000)), 45, after(fixes)));
      }
      return eventsOf(fixes);
    },
  },
  { name: 'the line driven there and back', twice: true, make: (path) => eventsOf(noisy(path)) },
  { name: 'the state reopened at every minute', make: (path) => eventsOf(noisy(path)) },
];

const thereAndBack = (path: readonly LatLng[]) => [...path, ...path.toReversed().slice(1)];

describe(`replays, SEED=${SEED}`, () => {
  it.each(TRACKS.map((track, index) => ({ ...track, path: lines[index % lines.length]! })))('$name', (track) => {
    const path = track.twice === true ? thereAndBack(track.path) : track.path;
    const total = pathLengthMeters(path);
    const line = lineOf(path, { maneuvers: maneuversOf(path) });
    const events = track.make(path, total);
    // The car stops at the end of the drive.
    if (track.share === undefined) events.push(...eventsOf(standing(path.at(-1)!, 5, events.at(-1)!.at + 1_000)));
    const { steps, heard, last } = replay(line, events, startGuide(line, START_AT, track.fromMeters));
    const kinds = kindsOf({ heard });
    const offs = kinds.filter((kind) => kind === 'off').length;
    // A wrong turn may cross the line again farther on.
    if (track.off === undefined) expect(offs).toBe(0);
    else expect(offs).toBeGreaterThanOrEqual(track.off);
    expect(kinds.filter((kind) => kind === 'back')).toHaveLength(offs);
    if (track.share === undefined) {
      expect(last.state.phase).toBe('arrived');
      expect(kinds.at(-1)).toBe('arrived');
      expect(drivenShare(line, last.state)).toBeGreaterThan(0.9);
    }
    const perTurn = new Map<number, number>();
    for (const { speech } of heard) {
      if (speech.kind !== 'cue' || speech.cue.kind !== 'turn') continue;
      expect(speech.awayMeters).toBeGreaterThan(0);
      perTurn.set(speech.cue.along, (perTurn.get(speech.cue.along) ?? 0) + 1);
    }
    // Back on the line, a turn ahead is announced again.
    expect(Math.max(0, ...perTurn.values())).toBeLessThanOrEqual(2 * (1 + offs));
    expect(steps.length).toBeGreaterThan(100);
  });
});
