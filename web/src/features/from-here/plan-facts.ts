import type { DriveSummary } from '@switchback/contracts/resources/drive';
import type { Plan } from '@switchback/contracts/resources/plan';
import { PLAN_TOLERANCE } from '@switchback/contracts/rules/plans';
import type { Units } from '@switchback/contracts/rules/units';
import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
import { octantOf } from '../../lib/text/compass.js';
import { titleOf } from '../../lib/drives/drive-title.js';
import { distanceText, durationText, shareText } from '../../lib/text/units.js';
import { fromHereTexts } from '../../texts/from-here.js';

const words = fromHereTexts;
/** From this share on, a plan returns on the road that it came on. */
const SAME_ROAD = 0.9;
/** Below this share, the repeated part is the street at home. */
const NO_ROAD = 0.02;

export type Summaries = ReadonlyMap<string, Pick<DriveSummary, 'id' | 'title' | 'startLocation'>>;

type PlanLeg = Plan['legs'][number];

/** Identifies a plan among those of a page; the same plan of a later response has the same key. */
export function keyOf({ legs, distance }: Plan): string {
  return `${legs.map(({ driveId }) => driveId ?? '').join()}:${Math.round(distance)}`;
}

/** Whether the plan is a chain of drives, not a loop that a router made. */
export function isChain({ legs }: Plan): boolean {
  return legs.some(({ driveId }) => driveId !== null);
}

/** Returns the number of plans, with a remark if all chains among them are shorter than the requested time. */
export function foundText(plans: readonly Plan[], minutes: number): string {
  const chains = plans.filter(isChain);
  const seconds = 60 * minutes;
  const areShort = chains.length > 0 && chains.every(({ duration }) => duration < seconds * (1 - PLAN_TOLERANCE));
  const count = words.found(plans.length);
  return areShort ? words.short(count, durationText(seconds)) : count;
}

export function drivesOf({ legs }: Plan): string[] {
  return legs.flatMap(({ driveId }) => driveId ?? []);
}

export function titleIn(drives: Summaries, driveId: string): string {
  const drive = drives.get(driveId);
  return drive === undefined ? words.unnamed : titleOf(drive);
}

/** Returns the names of the plan's drives, each once; for a loop the direction of its farthest point. */
export function nameOf(plan: Plan, drives: Summaries): string {
  if (isChain(plan)) return words.drives([...new Set(drivesOf(plan))].map((id) => titleIn(drives, id)));
  const line = plan.legs.flatMap(({ path }) => decodePolyline(path));
  const direction = words.directions[directionOf(line)]!;
  return plan.repeatedShare >= SAME_ROAD ? words.outAndBackTo(direction) : words.loopTo(direction);
}

/** Returns the direction from the start of a line to the point that is farthest from it. */
function directionOf(line: readonly LatLng[]): number {
  const [home] = line;
  if (home === undefined) return 0;
  let farthest = { point: home, meters: 0 };
  for (const point of line) {
    const meters = distanceMeters(home, point);
    if (meters > farthest.meters) farthest = { point, meters };
  }
  return octantOf(home, farthest.point);
}

/** Returns time and distance as texts; those of a plan with straight lines are approximate. */
export function figuresOf({ duration, distance, source }: Plan, units: Units): string[] {
  const figures = [durationText(duration), distanceText(distance, units)];
  return source === 'approximate' ? figures.map(words.about) : figures;
}

export function repeatedText({ repeatedShare }: Plan): string {
  if (repeatedShare >= SAME_ROAD) return words.same;
  return repeatedShare < NO_ROAD ? words.never : words.twice(shareText(repeatedShare));
}

/** Whether the leg follows its drive from end to start. */
export function isReversed({ driveId, path }: PlanLeg, drives: Summaries): boolean {
  const start = driveId === null ? undefined : drives.get(driveId)?.startLocation;
  const line = decodePolyline(path);
  const [first, last] = [line[0], line.at(-1)];
  if (!start || first === undefined || last === undefined) return false;
  return distanceMeters(start, last) < distanceMeters(start, first);
}
