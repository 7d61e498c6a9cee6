import { distanceMeters } from '@switchback/geo/distance';
import { turnsOf } from '@switchback/geo/heading-change';
import type { LatLng } from '@switchback/geo/location';
import { withoutRepeats } from '@switchback/geo/parts';
import type { Routed, Via } from '../router/router.js';

/** Reports whether a place is within a town, whose corners are no curves. */
export type IsTown = (place: LatLng) => boolean;

/** A way from one place to another, and what speaks for it. */
export interface Way {
  /** Points that it passes; none if the router found it by itself. */
  vias: readonly Via[];
  routed: Routed;
  line: LatLng[];
  meters: number;
  seconds: number;
  /** Sum of its changes of heading outside of towns. */
  degrees: number;
  /** The same with those in towns. */
  allDegrees: number;
  /** Measured on demand: most ways are no better. */
  repeats: () => Repeats;
}

interface Repeats {
  /** Length of the roads that it drives again, in whichever direction. */
  meters: number;
  /** How often it turns around on its road. */
  turns: number;
}

/** Returns the curves by which ways are compared, in degrees per kilometer. */
export function curvesOf({ degrees, meters }: Pick<Way, 'degrees' | 'meters'>): number {
  return meters === 0 ? 0 : degrees / (meters / 1_000);
}

/** Whether a way has that many times the curves of another one, without being straighter in towns. */
export function isCurvier(way: Way, other: Way, times: number): boolean {
  return curvesOf(way) > times * curvesOf(other) && way.allDegrees / way.meters > other.allDegrees / other.meters;
}

export function wayOf(routed: Routed, vias: readonly Via[], isTown: IsTown): Way {
  const line = withoutRepeats(routed.legs.flatMap(({ path }) => path));
  const { points, degrees } = turnsOf(line);
  const turns = degrees.map((turn, index) => ({ degrees: Math.abs(turn), isTown: isTown(points[index + 1]!) }));
  const sumOf = (some: typeof turns) => some.reduce((sum, turn) => sum + turn.degrees, 0);
  let repeats: Repeats | undefined;
  return {
    vias,
    routed,
    line,
    meters: routed.legs.reduce((sum, leg) => sum + leg.distanceMeters, 0),
    seconds: routed.legs.reduce((sum, leg) => sum + leg.durationSeconds, 0),
    degrees: sumOf(turns.filter((turn) => !turn.isTown)),
    allDegrees: sumOf(turns),
    repeats: () => (repeats ??= repeatsOf(line)),
  };
}

/** Compares the points of the line, which are the same in both directions of a road. */
function repeatsOf(line: readonly LatLng[]): Repeats {
  const keys = line.map(({ lat, lng }) => `${Math.round(lat * 1e5)},${Math.round(lng * 1e5)}`);
  const driven = new Set<string>();
  let meters = 0;
  for (let index = 1; index < line.length; index += 1) {
    const [from, to] = [keys[index - 1]!, keys[index]!].sort();
    const segment = `${from} ${to}`;
    if (driven.has(segment)) meters += distanceMeters(line[index - 1]!, line[index]!);
    driven.add(segment);
  }
  return { meters, turns: keys.filter((key, index) => index > 1 && key === keys[index - 2]).length };
}
