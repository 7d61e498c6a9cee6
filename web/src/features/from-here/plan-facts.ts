import type { DriveSummary } from '@switchback/contracts/resources/drive';
import type { Plan } from '@switchback/contracts/resources/plan';
import { OUT_AND_BACK_SHARE, PLAN_TOLERANCE } from '@switchback/contracts/rules/plans';
import { figureText, shownDistance, type Units } from '@switchback/contracts/rules/units';
import { distanceMeters } from '@switchback/geo/distance';
import { decodePolyline } from '@switchback/geo/polyline';
import { octantOf } from '../../lib/text/compass.js';
import { titleOf } from '../../lib/drives/drive-title.js';
import { distanceText, durationText, numberText, shareText } from '../../lib/text/units.js';
import { fromHereTexts } from '../../texts/from-here.js';
import { wayTexts } from '../../texts/ways.js';
import type { Start } from './plan-url.js';

const words = fromHereTexts;
/** From this share on, a plan returns on the road that it came on. */
const SAME_ROAD = 0.9;
/** Below this share, the repeated part is the street at home. */
const NO_ROAD = 0.02;
/** A longer part of a drive is the drive. */
const WHOLE_SHARE = 0.98;

type Named = Pick<DriveSummary, 'id' | 'title' | 'distance'>;
type NamedDrives = ReadonlyMap<string, Named>;
export type Summaries = ReadonlyMap<string, Named & Pick<DriveSummary, 'approximate' | 'durationSource'>>;

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

export function titleIn(drives: NamedDrives, driveId: string): string {
  const drive = drives.get(driveId);
  return drive === undefined ? words.unnamed : titleOf(drive);
}

/** Whether a plan mostly returns on the roads that it came on. */
export function isOutAndBack({ repeatedShare }: Plan): boolean {
  return repeatedShare > OUT_AND_BACK_SHARE;
}

/**
 * Names a plan by its drives, or by the direction of its farthest point, and by the place of its start; a way by its kind
 * and the place of its end.
 */
export function nameOf(
  plan: Plan,
  drives: NamedDrives,
  start: Pick<Start, 'label'> | null,
  units: Units,
  to: Pick<Start, 'label'> | null = null,
): string {
  const { name } = words;
  if (plan.way) return words.wayToPlace(wayTexts.kinds[plan.way.taste], placeIn(to?.label ?? ''));
  const place = placeIn(start?.label ?? '');
  const ids = [...new Set(drivesOf(plan))];
  const roads = ids.map((id) => titleIn(drives, id));
  if (ids.length > 1) return (isOutAndBack(plan) ? name.outAndBackOn : name.over)(roads, place);
  if (ids.length === 1) {
    const leg = plan.legs.find(({ driveId }) => driveId !== null)!;
    const stretch = stretchText(leg, drives, units);
    if (stretch === null) return isOutAndBack(plan) ? name.outAndBackOn(roads, place) : name.along(roads[0]!, place);
    return (isOutAndBack(plan) ? name.outAndBackOnStretch : name.alongStretch)(stretch, place);
  }
  return (isOutAndBack(plan) ? name.outAndBackTo : name.loopTo)(directionOf(plan), place);
}

/** Returns the direction of the drives of a plan, if it has only a stretch of one: several may be of the same drive. */
export function stretchDirection(plan: Plan, drives: NamedDrives): string | null {
  const ids = new Set(drivesOf(plan));
  const isStretch = ids.size === 1 && plan.legs.some((leg) => isPartOf(leg, drives));
  return isStretch ? words.toThe(directionOf(plan)) : null;
}

/** Returns the town of a start; '' for coordinates, and for a place without a name. */
function placeIn(label: string): string {
  const [place = ''] = (words.townOf.exec(label)?.[1] ?? label).split(',');
  return /^\p{Lu}/u.test(place) ? place : '';
}

/** Whether a leg follows only a part of its drive. */
export function isPartOf({ driveId, from, to }: PlanLeg, drives: NamedDrives): boolean {
  const drive = driveId === null ? undefined : drives.get(driveId);
  if (drive === undefined || from === null || to === null) return false;
  return Math.abs(to - from) < WHOLE_SHARE * drive.distance;
}

/** Returns the name of the part of a drive that a leg follows, such as `Blue Ridge Parkway, 40 of 469 mi`. */
export function stretchText(leg: PlanLeg, drives: NamedDrives, units: Units): string | null {
  if (!isPartOf(leg, drives)) return null;
  const drive = drives.get(leg.driveId!)!;
  const meters = Math.abs(leg.to! - leg.from!);
  const { value } = shownDistance(meters, units);
  const decimals = Math.min(shownDistance(meters, units).decimals, shownDistance(drive.distance, units).decimals);
  return words.stretch(titleOf(drive), numberText(value, decimals), distanceText(drive.distance, units));
}

/** Returns the direction from the start of a plan to the point that is farthest from it. */
function directionOf({ legs }: Plan): string {
  const line = legs.flatMap(({ path }) => decodePolyline(path));
  const [home] = line;
  if (home === undefined) return words.directions[0]!;
  let farthest = { point: home, meters: 0 };
  for (const point of line) {
    const meters = distanceMeters(home, point);
    if (meters > farthest.meters) farthest = { point, meters };
  }
  return words.directions[octantOf(home, farthest.point)]!;
}

/** Returns time and distance of a plan as texts, each marked if it contains an estimate. */
export function figuresOf(plan: Plan, drives: Summaries, units: Units): string[] {
  return markedFigures(plan, estimatesIn(plan, drives), units);
}

/** Returns time and distance of a leg as texts, each marked if it is an estimate. */
export function legFigures(leg: PlanLeg, { source }: Plan, drives: Summaries, units: Units): string[] {
  return markedFigures(leg, estimatesOf(leg, source, drives), units);
}

interface Estimates {
  estimated: boolean;
  approximate: boolean;
}

function markedFigures(
  { duration, distance }: Pick<Plan, 'duration' | 'distance'>,
  { estimated, approximate }: Estimates,
  units: Units,
): string[] {
  return [figureText(durationText(duration), estimated), figureText(distanceText(distance, units), approximate)];
}

function estimatesIn({ legs, source }: Plan, drives: Summaries): Estimates {
  const all = legs.map((leg) => estimatesOf(leg, source, drives));
  return {
    estimated: all.some(({ estimated }) => estimated),
    approximate: all.some(({ approximate }) => approximate),
  };
}

/** Straight ways are estimates, and so is the time of a stretch; a whole drive's figures are those of its card. */
function estimatesOf(leg: PlanLeg, source: Plan['source'], drives: Summaries): Estimates {
  const isStraight = leg.driveId === null && source === 'approximate';
  const drive = leg.driveId === null ? undefined : drives.get(leg.driveId);
  return {
    estimated: isStraight || drive?.durationSource === 'estimated' || isPartOf(leg, drives),
    approximate: isStraight || drive?.approximate === true,
  };
}

export function repeatedText(plan: Plan): string {
  const { repeatedShare } = plan;
  if (repeatedShare >= SAME_ROAD) return words.same;
  if (isOutAndBack(plan)) return words.mostlySame(shareText(repeatedShare));
  return repeatedShare < NO_ROAD ? words.never : words.twice(shareText(repeatedShare));
}

/** Returns how much of the time a plan leaves over; null if it fills it. */
export function shortText(plan: Plan, drives: Summaries, minutes: number): string | null {
  const seconds = 60 * minutes;
  if (plan.duration >= seconds * (1 - PLAN_TOLERANCE)) return null;
  const missing = durationText(seconds - plan.duration);
  return words.shortOf(figureText(missing, estimatesIn(plan, drives).estimated), durationText(seconds));
}

/** Whether the leg follows its drive from end to start. */
export function isReversed({ from, to }: PlanLeg): boolean {
  return from !== null && to !== null && from > to;
}
