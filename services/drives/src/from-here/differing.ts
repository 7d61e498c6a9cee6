// Tells plans apart by the roads that they drive: catalogs describe many roads more than once.
import { followsWay, type Outline, shareOnWay } from '@switchback/tracks/features/same-way';
import type { Candidate, Chain } from './chain-search.js';

/** Share of the time or distance on drives that a plan may spend on roads of a better plan. */
const COMMON_MAX = 0.5;
/** Share of a leg on the road of another drive from which on a plan drives that road twice. */
const DOUBLED_MIN = 0.3;

export interface DrivenRoads {
  /** The legs of a plan on drives. */
  roads: readonly { driveId: string; distance: number; outline: Outline }[];
}

/** Leaves out chains that spend too much of their time on drives of a better one. */
export function differing<Item extends Chain>(chains: readonly Item[]): Item[] {
  const retained: Item[] = [];
  for (const chain of chains) {
    const seconds = chain.stages.reduce((sum, { drive }) => sum + drive.duration, 0);
    const isLike = (better: Chain) => {
      const common = chain.stages.reduce((sum, { drive }) => sum + commonSeconds(drive, better), 0);
      return common > COMMON_MAX * seconds;
    };
    if (!retained.some(isLike)) retained.push(chain);
  }
  return retained;
}

/** Leaves out plans that drive too much on the roads of a better one, by whatever drives. */
export function onOtherRoads<Item extends DrivenRoads>(plans: readonly Item[]): Item[] {
  const retained: Item[] = [];
  for (const plan of plans) {
    const whole = plan.roads.reduce((sum, { distance }) => sum + distance, 0);
    const isLike = (better: DrivenRoads) => commonMeters(plan, better) > COMMON_MAX * whole;
    if (!retained.some(isLike)) retained.push(plan);
  }
  return retained;
}

function commonMeters({ roads }: DrivenRoads, better: DrivenRoads): number {
  return roads.reduce((sum, { distance, outline }) => {
    const shares = better.roads.map((road) => shareOnWay(outline, road.outline));
    return sum + distance * Math.max(...shares);
  }, 0);
}

/** Whether a plan drives a road under the names of two drives. */
export function drivesRoadTwice(roads: DrivenRoads['roads']): boolean {
  return roads.some(({ driveId, outline }) =>
    roads.some((other) => other.driveId !== driveId && shareOnWay(outline, other.outline) > DOUBLED_MIN),
  );
}

/** Whether plans already drive most of a drive, or the road of a stretch. */
export function isUsed(drive: Candidate, plans: readonly (Chain & DrivenRoads)[]): boolean {
  if (plans.some((plan) => commonSeconds(drive, plan) > COMMON_MAX * drive.duration)) return true;
  if (drive.stretch === null) return false;
  const ends = { samples: [drive.start, drive.end] };
  return plans.some(({ roads }) => roads.some(({ outline }) => followsWay(ends, outline)));
}

/** Returns the time on the roads of a drive or stretch that a chain also drives. */
function commonSeconds(drive: Candidate, { stages }: Chain): number {
  const same = stages.filter((stage) => stage.drive.id === drive.id);
  const [from, to] = rangeOn(drive);
  return same.reduce((sum, stage) => {
    const [otherFrom, otherTo] = rangeOn(stage.drive);
    const meters = Math.max(0, Math.min(to, otherTo) - Math.max(from, otherFrom));
    return sum + (meters / drive.distance) * drive.duration;
  }, 0);
}

/** Returns the range on the drive's whole line, in meters. */
function rangeOn({ stretch, distance }: Candidate): [number, number] {
  if (stretch === null) return [0, distance];
  return [Math.min(stretch.from, stretch.to), Math.max(stretch.from, stretch.to)];
}
