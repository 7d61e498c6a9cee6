import type { LatLng } from '@switchback/geo/location';
import { pathLengthMeters } from '@switchback/geo/distance';
import { lineLengthMeters, partsOf } from '@switchback/geo/parts';
import { resamplePath } from '@switchback/geo/resample';
import { DETOUR, estimateWay } from '@switchback/geo/straight-way';
import type { Outing } from '@switchback/platform/wire/outing';
import { type Candidate, rangeOf } from './chain-search.js';

/** Positions on a drive in the time of an outing: a stretch meets a time within a fraction of it. */
const STEPS_PER_OUTING = 40;
/** Bounds the positions on the part of a drive. */
const STEPS_MAX = 4_000;
/** Shortest stretch as a share of the time: a shorter one is not worth leaving the road for. */
const TIME_MIN = 0.1;
/** Shares of the time that stretches take with their ways: all of it, or less for chains with further drives. */
const FILLS = [
  { min: 0.95, max: 1.02 },
  { min: 0.5, max: 0.75 },
  { min: 0, max: 0.5 },
];
/** Stretches of one road that take about the same time. */
const ALIKE_MAX = 3;
/** Share of a stretch that a better one may cover. */
const COMMON_MAX = 0.5;

/** A drive of which an outing uses a part: it is too long, or consists of several parts. */
export interface LongDrive extends Pick<Candidate, 'id' | 'distance' | 'duration' | 'degreesPerKm'> {
  /** Its simplified line, possibly in several parts. */
  line: readonly LatLng[];
}

/** A place on a drive. */
interface Position {
  place: LatLng;
  /** Meters of the drive's distance from its start. */
  meters: number;
  waySeconds: number;
}

interface Cut {
  from: Position;
  to: Position;
  drivenSeconds: number;
  /** With the ways from home and back. */
  totalSeconds: number;
}

/**
 * Returns stretches of a drive for an outing: those that fill its time, shorter ones for chains, and without a loop
 * those from the place that is nearest to home, on which a plan may turn around.
 */
export function stretchesOf(drive: LongDrive, outing: Outing): Candidate[] {
  return reachedRoads(drive, outing).flatMap((road) => {
    const cuts = cutsOf(road, drive, outing);
    const chosen = FILLS.flatMap(({ min, max }) =>
      bestOf(cuts.filter(({ totalSeconds: total }) => total > min * outing.seconds && total <= max * outing.seconds)),
    );
    const onward = outing.loop ? [] : fromNearest(road, drive, outing);
    return [...chosen, ...onward].map(({ from, to }) => candidateOf(drive, from, to));
  });
}

/** Returns the positions on the drive within reach, by connected piece of its road. */
function reachedRoads(drive: LongDrive, outing: Outing): Position[][] {
  const scale = drive.distance / lineLengthMeters(drive.line);
  // A fast drive leads further than an estimated way in the same time.
  const reachSeconds = (rangeOf(outing).max / 2) * DETOUR;
  const roads: Position[][] = [];
  let atMeters = 0;
  for (const part of partsOf(drive.line)) {
    const lengthMeters = pathLengthMeters(part);
    const stepMeters = (outing.seconds / STEPS_PER_OUTING) * (drive.distance / drive.duration / scale);
    const spacingMeters = Math.max(stepMeters, lengthMeters / STEPS_MAX);
    let road: Position[] = [];
    for (const [index, place] of resamplePath(part, spacingMeters).entries()) {
      const waySeconds = estimateWay(outing.home, place).durationSeconds;
      const meters = scale * (atMeters + Math.min(lengthMeters, index * spacingMeters));
      if (waySeconds <= reachSeconds) road.push({ place, meters, waySeconds });
      else if (road.length > 0) [, road] = [roads.push(road), []];
    }
    if (road.length > 0) roads.push(road);
    atMeters += lengthMeters;
  }
  return roads;
}

function cutsOf(road: readonly Position[], drive: LongDrive, outing: Outing): Cut[] {
  const cuts: Cut[] = [];
  for (const [index, from] of road.entries()) {
    for (const to of road.slice(index + 1)) {
      const cut = cutOf(from, to, drive);
      if (cut.drivenSeconds > rangeOf(outing).max) break;
      if (cut.drivenSeconds >= TIME_MIN * outing.seconds) cuts.push(cut);
    }
  }
  return cuts;
}

function cutOf(from: Position, to: Position, { distance, duration }: LongDrive): Cut {
  const drivenSeconds = (Math.abs(to.meters - from.meters) / distance) * duration;
  return { from, to, drivenSeconds, totalSeconds: from.waySeconds + drivenSeconds + to.waySeconds };
}

/** Returns the cuts with the largest share of their time on the drive, of those that hardly overlap. */
function bestOf(cuts: readonly Cut[]): Cut[] {
  const share = ({ drivenSeconds, totalSeconds }: Cut) => drivenSeconds / totalSeconds;
  const best: Cut[] = [];
  for (const cut of cuts.toSorted((a, b) => share(b) - share(a))) {
    if (best.length === ALIKE_MAX) break;
    if (!best.some((better) => overlap(cut, better) > COMMON_MAX)) best.push(cut);
  }
  return best;
}

/** Returns the share of a cut that another one covers. */
function overlap({ from, to }: Cut, other: Cut): number {
  const meters = Math.min(to.meters, other.to.meters) - Math.max(from.meters, other.from.meters);
  return Math.max(0, meters) / (to.meters - from.meters);
}

/** Returns the cuts from the nearest place in both directions, as far as half of the time goes. */
function fromNearest(road: readonly Position[], drive: LongDrive, { seconds }: Outing): Cut[] {
  const nearest = road.reduce((best, position) => (position.waySeconds < best.waySeconds ? position : best));
  const at = road.indexOf(nearest);
  return [road.slice(at + 1), road.slice(0, at).reverse()].flatMap((onward) => {
    const cuts = onward.map((to) => cutOf(nearest, to, drive));
    const last = cuts.findLast(({ drivenSeconds }) => nearest.waySeconds + drivenSeconds <= seconds / 2) ?? cuts[0];
    return last !== undefined && last.drivenSeconds >= TIME_MIN * seconds ? [last] : [];
  });
}

function candidateOf({ id, distance, duration, degreesPerKm }: LongDrive, from: Position, to: Position): Candidate {
  const meters = Math.abs(to.meters - from.meters);
  return {
    id,
    start: from.place,
    end: to.place,
    distance: meters,
    duration: (meters / distance) * duration,
    degreesPerKm,
    stretch: { from: from.meters, to: to.meters },
  };
}
