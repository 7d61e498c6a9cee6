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
import { setImmediate } from 'node:timers/promises';
import { Repository } from 'typeorm';
import { METERS_PER_SECOND } from '@switchback/geo/straight-way';
import { Drive } from '../drive/drive.entity.js';
import { planOf } from './chain-plan.js';
import { type Candidate, type Chain, type Effort, rangeOf, searchChains } from './chain-search.js';
import { drivesNear, overviewPaths } from './chains.sql.js';
import { type Outing, suits } from '@switchback/platform/wire/outing';

const CANDIDATES_MAX = 3_000;
/** Time of all searches for one outing, of a second or less on an idle machine; the plans found until then are shown. */
const BUDGET_MS = 4_000;
/** Least suitability of a drive for a taste: a gentle outing has no hairpins, however many degrees they would add. */
const SUITS_MIN = 0.25;
/** Searches; each leaves out the drives of the earlier ones. */
const ROUNDS_MAX = 3;
/** Chains whose lines are read in one round. */
const READ_MAX = 10;
/** Share of the time on drives that a plan may spend on drives of a better plan. */
const COMMON_MAX = 0.5;

interface RankedPlan extends Chain {
  plan: Plan;
  /** Worth per second; the time of plans that do not fill theirs. */
  value: number;
}

/** Chains drives that start near a place. */
@Injectable()
export class Chains {
  constructor(
    @InjectRepository(Drive) private readonly drives: Repository<Drive>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {}

  /**
   * Returns plans from drives that the caller may see, best first, at most five. Drives that do not suit the taste are
   * better than none.
   * @throws the signal's reason.
   */
  async plan(outing: Outing, { caller, signal }: Pick<Call, 'caller' | 'signal'>): Promise<Plan[]> {
    const untilMs = this.clock.monotonicMs() + BUDGET_MS;
    const effort = { isOver: () => this.clock.monotonicMs() >= untilMs, signal };
    const candidates = await this.candidates(outing, caller);
    const suited = candidates.filter(({ degreesPerKm }) => suits(degreesPerKm, outing.taste) >= SUITS_MIN);
    const plans = await this.best(outing, suited, caller, effort);
    return plans.length > 0 ? plans : this.best(outing, candidates, caller, effort);
  }

  private async best(
    outing: Outing,
    drives: readonly Candidate[],
    caller: Caller | null,
    effort: Effort,
  ): Promise<Plan[]> {
    let candidates = drives;
    const best: RankedPlan[] = [];
    for (let round = 0; round < ROUNDS_MAX && best.length < LIMITS.chainsMax; round += 1) {
      const { chains, isFilled } = await searchChains(outing, candidates, effort);
      if (chains.length === 0 || (best.length > 0 && !isFilled)) break;
      const picked = differing(chains).slice(0, READ_MAX);
      const lines = await this.linesOf(picked, caller);
      effort.signal?.throwIfAborted();
      const ranked = differing(await rankedPlans(picked, lines, outing, isFilled));
      best.push(...ranked.slice(0, LIMITS.chainsMax - best.length));
      const done = new Set(best.flatMap(({ stages }) => stages.map(({ drive }) => drive)));
      candidates = candidates.filter((drive) => !done.has(drive) && lines.get(drive.id) !== null);
    }
    return best.sort((a, b) => b.value - a.value).map(({ plan }) => plan);
  }

  private candidates(outing: Outing, caller: Caller | null): Promise<Candidate[]> {
    // No point of an outing is further away than half of its time.
    const radiusMeters = (rangeOf(outing).max / 2) * METERS_PER_SECOND;
    return drivesNear(this.drives.manager, outing.home, radiusMeters, CANDIDATES_MAX, caller);
  }

  /** Returns lines of drives by id; null for those in several parts, and for those that the caller may not see. */
  private async linesOf(chains: readonly Chain[], caller: Caller | null): Promise<Map<string, LatLng[] | null>> {
    const ids = new Set(chains.flatMap(({ stages }) => stages.map(({ drive }) => drive.id)));
    const paths = await overviewPaths(this.drives.manager, [...ids], caller);
    return new Map([...ids].map((id) => [id, lineOf(paths.get(id) ?? '')]));
  }
}

function lineOf(overviewPath: string): LatLng[] | null {
  const parts = partsOf(decodePolyline(overviewPath));
  const line = withoutRepeats(parts[0]!);
  return parts.length === 1 && line.length > 1 ? line : null;
}

/** Returns the chains of which every line is known as plans, best first. */
async function rankedPlans(
  chains: readonly Chain[],
  lines: ReadonlyMap<string, LatLng[] | null>,
  outing: Outing,
  areFilled: boolean,
): Promise<RankedPlan[]> {
  const { min, max } = rangeOf(outing);
  const ranked: RankedPlan[] = [];
  for (const chain of chains) {
    const known = new Map(chain.stages.flatMap(({ drive: { id } }) => (lines.get(id) ? [[id, lines.get(id)!]] : [])));
    if (chain.stages.some(({ drive }) => !known.has(drive.id))) continue;
    const plan = planOf(chain, outing.home, known);
    await setImmediate();
    // The search estimates ways on a plane.
    if (plan.duration > max || (areFilled && plan.duration < min)) continue;
    const worthPerSecond = (chain.worth / plan.duration) * (outing.loop ? 1 - plan.repeatedShare : 1);
    ranked.push({ ...chain, plan, value: areFilled ? worthPerSecond : plan.duration });
  }
  return ranked.sort((a, b) => b.value - a.value);
}

/** Leaves out chains that spend too much of their time on drives of a better one. */
function differing<Item extends Chain>(chains: readonly Item[]): Item[] {
  const retained: Item[] = [];
  for (const chain of chains) {
    const drives = chain.stages.map(({ drive }) => drive);
    const timeOn = (some: readonly Candidate[]) => some.reduce((sum, { duration }) => sum + duration, 0);
    const isLike = (other: Chain) => {
      const common = drives.filter((drive) => other.stages.some((stage) => stage.drive === drive));
      return timeOn(common) > COMMON_MAX * timeOn(drives);
    };
    if (!retained.some(isLike)) retained.push(chain);
  }
  return retained;
}
