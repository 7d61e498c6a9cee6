import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { LatLng } from '@switchback/geo/location';
import { partsOf, withoutRepeats } from '@switchback/geo/parts';
import { decodePolyline } from '@switchback/geo/polyline';
import type { Clock } from '@switchback/platform/clock';
import { CLOCK } from '@switchback/platform/nest/tokens';
import type { Call, Caller } from '@switchback/platform/rpc/call';
import type { Plan } from '@switchback/proto/drives/v1/plan';
import { outlineOf } from '@switchback/tracks/features/same-way';
import { setImmediate } from 'node:timers/promises';
import { Repository } from 'typeorm';
import { estimateWay, METERS_PER_SECOND } from '@switchback/geo/straight-way';
import { Drive } from '../drive/drive.entity.js';
import { type DriveLines, isPartial, planOf } from './chain-plan.js';
import {
  type Candidate,
  type Chain,
  type Effort,
  fitOf,
  rangeOf,
  searchChains,
  type Stage,
  worthOf,
} from './chain-search.js';
import { drivesNear, fullPaths, longDrivesNear, overviewPaths } from './chains.sql.js';
import { differing, type DrivenRoads, drivesRoadTwice, isUsed, onOtherRoads } from './differing.js';
import { DriveLine } from './drive-line.js';
import { type LongDrive, stretchesOf } from './stretches.js';
import { type Outing, suits } from '@switchback/platform/wire/outing';

const CANDIDATES_MAX = 3_000;
/** Drives of which stretches are considered, and these stretches. */
const LONG_DRIVES_MAX = 150;
const STRETCHES_MAX = 600;
/** Least duration of a drive to be used in part, as a share of the time. */
const LONG_SHARE = 0.25;
/** Longest time of a plan with a whole drive, as a share of the time, for which its stretches are left out. */
const WHOLE_MAX = 1.03;
/** Time of all searches for one outing, of a second or less on an idle machine; the plans found until then are shown. */
const BUDGET_MS = 4_000;
/** Least suitability of a drive for a taste: a gentle outing has no hairpins, however many degrees they would add. */
const SUITS_MIN = 0.25;
/** Searches; each leaves out the drives of the earlier ones. */
const ROUNDS_MAX = 3;
/** Chains whose lines are read in one round. */
const READ_MAX = 16;

interface RankedPlan extends Chain, DrivenRoads {
  plan: Plan;
  /** Worth per second, by the fit of the time; the time of plans that do not fill theirs. */
  value: number;
}

interface BestPlans {
  plans: Plan[];
  areFilled: boolean;
}

type Lines = ReadonlyMap<string, DriveLines>;

/** Chains drives and stretches of drives near a place. */
@Injectable()
export class Chains {
  constructor(
    @InjectRepository(Drive) private readonly drives: Repository<Drive>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {}

  /**
   * Returns plans from drives that the caller may see, best first, at most five. Drives that do not suit the taste are
   * better than none, and better than plans that do not fill the time.
   * @throws the signal's reason.
   */
  async plan(outing: Outing, { caller, signal }: Pick<Call, 'caller' | 'signal'>): Promise<Plan[]> {
    const untilMs = this.clock.monotonicMs() + BUDGET_MS;
    const effort = { isOver: () => this.clock.monotonicMs() >= untilMs, signal };
    const candidates = await this.candidates(outing, caller, effort);
    const suited = candidates.filter(({ degreesPerKm }) => suits(degreesPerKm, outing.taste) >= SUITS_MIN);
    const best = await this.best(outing, suited, caller, effort);
    if (best.areFilled || suited.length === candidates.length) return best.plans;
    const any = await this.best(outing, candidates, caller, effort);
    return any.areFilled || best.plans.length === 0 ? any.plans : best.plans;
  }

  private async best(
    outing: Outing,
    drives: readonly Candidate[],
    caller: Caller | null,
    effort: Effort,
  ): Promise<BestPlans> {
    let candidates = drives;
    let areFilled = false;
    const best: RankedPlan[] = [];
    for (let round = 0; round < ROUNDS_MAX && best.length < LIMITS.chainsMax; round += 1) {
      const { chains, isFilled } = await searchChains(outing, candidates, effort);
      if (chains.length === 0 || (best.length > 0 && !isFilled)) break;
      const picked = differing(chains).slice(0, READ_MAX);
      const lines = await this.linesOf(picked, caller);
      effort.signal?.throwIfAborted();
      const ranked = onOtherRoads([...best, ...(await rankedPlans(picked, lines, outing, isFilled))]);
      best.splice(0, best.length, ...ranked.slice(0, LIMITS.chainsMax));
      areFilled = isFilled && best.length > 0;
      candidates = candidates.filter((drive) => !isUsed(drive, best) && !isUnknown(drive, lines));
    }
    return { plans: best.sort((a, b) => b.value - a.value).map(({ plan }) => plan), areFilled };
  }

  private async candidates(outing: Outing, caller: Caller | null, { signal }: Effort): Promise<Candidate[]> {
    // No point of an outing is further away than half of its time.
    const radiusMeters = (rangeOf(outing).max / 2) * METERS_PER_SECOND;
    const { manager } = this.drives;
    const within = { radiusMeters, seconds: LONG_SHARE * outing.seconds, limit: LONG_DRIVES_MAX };
    const [whole, long] = await Promise.all([
      drivesNear(manager, outing.home, radiusMeters, CANDIDATES_MAX, caller),
      longDrivesNear(manager, outing.home, within, caller),
    ]);
    const stretches: Candidate[] = [];
    for (const drive of long) {
      signal?.throwIfAborted();
      if (!isUsedWhole(drive, outing)) stretches.push(...stretchesOf(drive, outing));
      await setImmediate();
    }
    return [...whole, ...stretches.slice(0, STRETCHES_MAX)];
  }

  /** Returns the lines that the chains need by drive; null for those that the caller may not see. */
  private async linesOf(chains: readonly Chain[], caller: Caller | null): Promise<Lines> {
    const stages = chains.flatMap((chain) => chain.stages);
    const idsOf = (some: readonly Stage[]) => [...new Set(some.map(({ drive }) => drive.id))];
    const partial = idsOf(stages.filter(isPartial));
    const { manager } = this.drives;
    const paths = await overviewPaths(manager, idsOf(stages), caller);
    const full = partial.length === 0 ? [] : await fullPaths(manager, partial, caller);
    const measured = new Map<string, DriveLine>();
    for (const { id, distance, path, simplified } of full) {
      measured.set(id, new DriveLine(distance, decodePolyline(path), decodePolyline(simplified)));
      await setImmediate();
    }
    return new Map(
      idsOf(stages).map((id) => {
        const missing = partial.includes(id) ? null : undefined;
        return [id, { simplified: lineOf(paths.get(id) ?? ''), measured: measured.get(id) ?? missing }];
      }),
    );
  }
}

/** Whether an outing can drive all of a drive in about its time, so that it needs no stretch of it. */
function isUsedWhole({ line, duration }: LongDrive, outing: Outing): boolean {
  const seconds = [line[0]!, line.at(-1)!].map((end) => estimateWay(outing.home, end).durationSeconds);
  return partsOf(line).length === 1 && seconds[0]! + duration + seconds[1]! <= WHOLE_MAX * outing.seconds;
}

function isUnknown(drive: Candidate, lines: Lines): boolean {
  const read = lines.get(drive.id);
  return read !== undefined && (drive.stretch === null ? read.simplified : read.measured) === null;
}

function lineOf(overviewPath: string): LatLng[] | null {
  const parts = partsOf(decodePolyline(overviewPath));
  const line = withoutRepeats(parts[0]!);
  return parts.length === 1 && line.length > 1 ? line : null;
}

/** Returns the chains of which every line is known as plans, best first. */
async function rankedPlans(
  chains: readonly Chain[],
  lines: Lines,
  outing: Outing,
  areFilled: boolean,
): Promise<RankedPlan[]> {
  const { min, max } = rangeOf(outing);
  const ranked: RankedPlan[] = [];
  for (const chain of chains) {
    const needed = chain.stages.map(
      (stage) => lines.get(stage.drive.id)![isPartial(stage) ? 'measured' : 'simplified'],
    );
    if (needed.includes(null)) continue;
    const { plan, driven } = planOf(chain, outing.home, lines);
    await setImmediate();
    // The search estimates ways on a plane, and measures stretches on simplified lines.
    if (plan.duration > max || (areFilled && plan.duration < min)) continue;
    const worth = driven.reduce((sum, leg) => sum + worthOf(leg, outing.taste), 0);
    const worthPerSecond = (worth / plan.duration) * (outing.loop ? 1 - plan.repeatedShare : 1);
    const roads = driven.map(({ path, ...leg }) => ({ ...leg, outline: outlineOf([path]) }));
    if (drivesRoadTwice(roads)) continue;
    ranked.push({
      ...chain,
      plan,
      roads,
      value: areFilled ? worthPerSecond * fitOf(plan.duration, outing) : plan.duration,
    });
  }
  return ranked.sort((a, b) => b.value - a.value);
}
