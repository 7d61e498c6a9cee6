import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { LOOPS_AWAY_NOTE } from '@switchback/contracts/rules/plans';
import type { LatLng } from '@switchback/geo/location';
import { withoutRepeats } from '@switchback/geo/parts';
import { encodePolyline } from '@switchback/geo/polyline';
import { simplifyToCount } from '@switchback/geo/simplify';
import { abortAfter } from '@switchback/platform/abort-after';
import type { Clock } from '@switchback/platform/clock';
import { mulberry32 } from '@switchback/platform/mulberry32';
import { CLOCK } from '@switchback/platform/nest/tokens';
import { Slots } from '@switchback/platform/slots';
import type { Call } from '@switchback/platform/rpc/call';
import { heroOf } from '@switchback/platform/rpc/hero';
import { type Outing, outingOf } from '@switchback/platform/wire/outing';
import type { Plan } from '@switchback/proto/drives/v1/plan';
import type { FindLoopsRequest, FindLoopsResponse } from '@switchback/proto/roads/v1/service';
import { Roads } from '../routing/roads.js';
import type { Missing, Routed, ThroughOptions, Via } from '../router/router.js';
import { chooseLoops, fittingTrips, type Loop, pickDifferent } from './loop-choice.js';
import { type Ask, fitLoop } from './loop-fit.js';
import { ROUND, type Sketch, sketchesBy } from './loop-sketch.js';
import type { Trip } from './loop-trips.js';

/** Requests of one search that wait or run at a time. */
const AT_ONCE = 2;
/** No request starts later; those in flight are canceled a little after that. */
const BUDGET_MS = 3_500;
const GRACE_MS = 500;
const REPEATED_GOOD = 0.15;
/** Bounds the message. */
const POINTS_MAX = 2_000;
/** Search radius for a road at a via point, as a share of the trip's radius. */
const WITHIN = { share: 1, minMeters: 1_000, maxMeters: 20_000 };

/** A search that no turn is left for ends as one that has no time left. */
type Obstacle = Exclude<Missing, 'busy'>;

const NOTES: Readonly<Record<Obstacle | 'none', string>> = {
  noRoads: 'No loops: road data isn’t available here',
  starting: 'No loops: road data is still being prepared',
  away: LOOPS_AWAY_NOTE,
  late: 'No loops: the router is too busy, please try again',
  none: 'No loops: the roads here lead to none that takes this time',
};

/** Generates loops on any road, with a router that can route through points. */
@Injectable()
export class Loops {
  constructor(
    @Inject(Roads) private readonly roads: Pick<Roads, 'canGoThrough' | 'through'>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'monotonicMs' | 'sleep'>,
  ) {}

  /**
   * Finds the loops of a request, for Hero accounts alone.
   * @throws ProductError `invalidInput`; the signal's reason.
   */
  async find(
    request: FindLoopsRequest,
    { caller, signal }: Pick<Call, 'caller' | 'signal'>,
  ): Promise<FindLoopsResponse> {
    const outing = outingOf(request);
    const hero = heroOf(caller);
    const available = this.roads.canGoThrough;
    if (!hero || !available) return { plans: [], available, note: '' };
    return { available, ...(await this.plan(outing, hero.userId, signal)) };
  }

  /**
   * Returns up to three loops, best first, each of at least 30 % other roads than the others. The same outing has the
   * same loops, unless the time to find them runs out.
   * @param person whose turns in the queue the search takes.
   * @returns `note` says why there are none.
   * @throws the signal's reason.
   */
  async plan(outing: Outing, person: string, signal?: AbortSignal): Promise<{ plans: Plan[]; note: string }> {
    const search = new Search(outing, person, this.roads, this.clock);
    const sketches = [...sketchesBy(mulberry32(outing.seed), outing.loop)];
    let ranked: Trip[] = [];
    await abortAfter(this.clock, BUDGET_MS + GRACE_MS, signal, async (until) => {
      for (let at = 0; at < sketches.length && !search.obstacle && !areGood(ranked, outing); at += ROUND) {
        await search.fitAll(sketches.slice(at, at + ROUND), until);
        signal?.throwIfAborted();
        ranked = fittingTrips(search.trips, outing);
      }
    });
    const loops = await chooseLoops(ranked, outing, LIMITS.loopsMax);
    const note = loops.length > 0 ? '' : NOTES[search.obstacle ?? 'none'];
    return { plans: loops.map((loop) => planOf(loop, outing.home)), note };
  }
}

/** The search for the loops of one outing. */
class Search {
  readonly trips: Trip[] = [];
  /** Why it is pointless to ask the router again. */
  obstacle: Obstacle | null = null;
  private readonly own = new Slots(AT_ONCE);
  private readonly untilMs: number;
  /** Whether the router had no answer in time to one of the requests. */
  private isSlow = false;

  constructor(
    private readonly outing: Outing,
    private readonly person: string,
    private readonly roads: Pick<Roads, 'through'>,
    private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {
    this.untilMs = clock.monotonicMs() + BUDGET_MS;
  }

  async fitAll(sketches: readonly Sketch[], until: AbortSignal): Promise<void> {
    const ask: Ask = (vias, { corners }, radiusMeters) => {
      const withinMeters = Math.max(WITHIN.minMeters, Math.min(WITHIN.maxMeters, WITHIN.share * radiusMeters));
      const how = { curvy: this.outing.taste !== 'gentle', unpaved: false, isShown: false };
      return this.ask(vias, { ...how, turnsAround: corners === 1, withinMeters }, until);
    };
    const { home, seconds } = this.outing;
    const fit = (sketch: Sketch) => this.own.run(() => fitLoop(home, sketch, sketch.share * seconds, ask));
    const fitted = await Promise.all(sketches.map(fit));
    this.trips.push(...fitted.flat());
    if (this.trips.length === 0) this.obstacle ??= this.isSlow ? 'late' : 'noRoads';
  }

  private async ask(vias: readonly Via[], options: ThroughOptions, signal: AbortSignal): Promise<Routed | null> {
    const waitMs = this.untilMs - this.clock.monotonicMs();
    if (waitMs <= 0) this.obstacle ??= 'late';
    if (this.obstacle || signal.aborted) return null;
    try {
      const turn = { lane: 'loops', person: this.person, signal, waitMs } as const;
      const { home } = this.outing;
      const { routed, why } = await this.roads.through({ start: home, end: home }, vias, options, turn);
      // Another sketch may find roads, and in time.
      if (why === 'late') this.isSlow = true;
      else if (why && why !== 'noRoads') this.obstacle ??= why === 'busy' ? 'late' : why;
      return routed;
    } catch (error) {
      if (!signal.aborted) throw error;
      this.obstacle ??= 'late';
      return null;
    }
  }
}

/** Returns whether another round would hardly find anything better. */
function areGood(ranked: readonly Trip[], { loop }: Outing): boolean {
  const best = pickDifferent(ranked, LIMITS.loopsMax);
  return best.length === LIMITS.loopsMax && (!loop || best.every(({ repeated }) => repeated <= REPEATED_GOOD));
}

function planOf({ routed, ...measures }: Loop, home: LatLng): Plan {
  // Two via points may have the same nearest road.
  const driven = routed.legs.filter((leg) => leg.distanceMeters > 0);
  const last = driven.length - 1;
  const legs = driven.map(({ path, distanceMeters: distance, durationSeconds: duration }, index) => {
    const whole = [...(index === 0 ? [home] : []), ...path, ...(index === last ? [home] : [])];
    return {
      driveId: '',
      from: 0,
      to: 0,
      distance,
      duration,
      path: encodePolyline(simplifyToCount(withoutRepeats(whole), POINTS_MAX)),
    };
  });
  return {
    legs,
    distance: measures.meters,
    duration: measures.seconds,
    degreesPerKm: measures.degreesPerKm,
    repeatedShare: measures.repeated,
    source: routed.source,
    way: undefined,
  };
}
