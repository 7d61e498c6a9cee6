import { metersAlong } from '@switchback/geo/measured-line';
import { METERS_PER_DEGREE } from '@switchback/geo/distance';
import { guide, startGuide } from '@switchback/geo/guide/drive-guide';
import { type GuideLine, guideLine, type GuideSource } from '@switchback/geo/guide/guide-line';
import type { Fix, GuideEvent, GuideState, Said, Step } from '@switchback/geo/guide/guide-state';
import { bearingOf } from '@switchback/geo/guide/matching';
import { type LatLng, unwrapLongitudes } from '@switchback/geo/location';
import { placeOn } from '@switchback/geo/guide/shown';
import type { Random } from '../random.js';

export const START_AT = 1_800_000_000_000;
const ORIGIN: LatLng = { lat: 45, lng: 10 };

/** A place so many meters east and north of the origin of test lines. */
export function placeAt(eastMeters: number, northMeters: number): LatLng {
  const narrow = Math.cos((ORIGIN.lat * Math.PI) / 180);
  return {
    lat: ORIGIN.lat + northMeters / METERS_PER_DEGREE,
    lng: ORIGIN.lng + eastMeters / (METERS_PER_DEGREE * narrow),
  };
}

/** Draws straight roads between places, in meters, with a point every 20 m. */
export function road(...corners: readonly (readonly [east: number, north: number])[]): LatLng[] {
  const points: LatLng[] = [placeAt(...corners[0]!)];
  for (let index = 1; index < corners.length; index += 1) {
    const [from, to] = [corners[index - 1]!, corners[index]!];
    const steps = Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / 20));
    for (let step = 1; step <= steps; step += 1) {
      const share = step / steps;
      points.push(placeAt(from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])));
    }
  }
  return points;
}

/** A guide's line with defaults for everything but its path. */
export function lineOf(path: readonly LatLng[], source: Partial<GuideSource> = {}): GuideLine {
  return guideLine({
    path,
    stops: [],
    places: [],
    bends: [],
    maneuvers: null,
    durationSeconds: (metersAlong(path).at(-1) ?? 0) / 20,
    isApproximate: false,
    ...source,
  });
}

/** A left or right turn at a distance. */
export function turnAt(along: number, text = 'Turn left.', type = 'turn', name = '') {
  return { type, along, road: name, exit: null, text };
}

interface Course {
  path: readonly LatLng[];
  speed?: number;
  fromMeters?: number;
  toMeters?: number;
  startAt?: number;
  noiseMeters?: number;
  accuracyMeters?: number;
  random?: Random;
  /** A device without a compass and a speedometer. */
  isBare?: boolean;
}

/** Makes the fixes of a car that drives a path at a constant speed, one a second. */
export function fixesOf(course: Course): Fix[] {
  const { path, speed = 20, fromMeters = 0, startAt = START_AT, noiseMeters = 0, accuracyMeters = 8 } = course;
  const line = { path, lngs: unwrapLongitudes(path), along: metersAlong(path) };
  const toMeters = course.toMeters ?? line.along.at(-1)!;
  const jitter = () => (course.random === undefined ? 0 : (course.random.next() - 0.5) * 2 * noiseMeters);
  const fixes: Fix[] = [];
  for (let second = 0; fromMeters + second * speed <= toMeters; second += 1) {
    const meters = fromMeters + second * speed;
    const [place, next] = [placeOn(line, meters), placeOn(line, meters + 10)];
    const before = placeOn(line, Math.max(0, meters - 10));
    const heading = meters + 10 > line.along.at(-1)! ? bearingOf(before, place) : bearingOf(place, next);
    const narrow = Math.cos((place.lat * Math.PI) / 180);
    fixes.push({
      lat: place.lat + jitter() / METERS_PER_DEGREE,
      lng: place.lng + jitter() / (METERS_PER_DEGREE * narrow),
      at: startAt + second * 1_000,
      accuracyMeters,
      speed: course.isBare === true ? null : speed,
      heading: course.isBare === true ? null : heading,
    });
  }
  return fixes;
}

/** A car that stands. */
export function standing(place: LatLng, seconds: number, startAt: number): Fix[] {
  return Array.from({ length: seconds }, (_, second) => ({
    ...place,
    at: startAt + second * 1_000,
    accuracyMeters: 8,
    speed: 0,
    heading: null,
  }));
}

export const after = (fixes: readonly Fix[]) => fixes.at(-1)!.at + 1_000;

export function eventsOf(fixes: readonly Fix[]): GuideEvent[] {
  return fixes.map((fix) => ({ kind: 'fix', at: fix.at, fix }));
}

/** Seconds without a fix. */
export function ticks(seconds: number, startAt: number): GuideEvent[] {
  return Array.from({ length: seconds }, (_, second) => ({ kind: 'tick', at: startAt + second * 1_000 }));
}

export interface Heard {
  at: number;
  speech: Said;
}

export interface Replay {
  steps: Step[];
  heard: Heard[];
  last: Step;
}

/** Feeds events to the guide. The state goes through JSON each time, as it does through the browser's storage. */
export function replay(line: GuideLine, events: readonly GuideEvent[], state = startGuide(line, START_AT)): Replay {
  const steps: Step[] = [];
  const heard: Heard[] = [];
  let current = state;
  for (const event of events) {
    const step = guide(line, JSON.parse(JSON.stringify(current)) as GuideState, event);
    current = step.state;
    steps.push(step);
    heard.push(...step.speech.map((speech) => ({ at: event.at, speech })));
  }
  return { steps, heard, last: steps.at(-1)! };
}

/** The kinds of the announcements, with levels for cues: `turn far`, `off`. */
export function kindsOf({ heard }: Pick<Replay, 'heard'>): string[] {
  return heard.map(({ speech }) => (speech.kind === 'cue' ? `${speech.cue.kind} ${speech.level}` : speech.kind));
}
