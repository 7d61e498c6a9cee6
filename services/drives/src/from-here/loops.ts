import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { LatLng } from '@switchback/geo/location';
import { withoutRepeats } from '@switchback/geo/parts';
import { encodePolyline } from '@switchback/geo/polyline';
import { simplifyToCount } from '@switchback/geo/simplify';
import type { Clock } from '@switchback/platform/clock';
import { mulberry32 } from '@switchback/platform/mulberry32';
import { CLOCK } from '@switchback/platform/nest/tokens';
import { Slots } from '@switchback/platform/slots';
import type { Plan } from '@switchback/proto/drives/v1/plan';
import { Directions, type Found } from '../directions/directions.service.js';
import type { Routed, ThroughOptions, Via } from '../directions/router.js';
import { chooseLoops, fittingTrips, type Loop, pickDifferent } from './loop-choice.js';
import { type Ask, fitLoop } from './loop-fit.js';
import { ROUND, type Sketch, sketchesBy } from './loop-sketch.js';
import type { Trip } from './loop-trips.js';
import type { Outing } from './outing.js';

/** Concurrent requests to the router, of all callers and of one. */
const AT_ONCE = { all: 4, each: 2 };
/** No request starts later; those in flight are canceled a little after that. */
const BUDGET_MS = 3_500;
const GRACE_MS = 500;
const REPEATED_GOOD = 0.15;
/** Bounds the message. */
const POINTS_MAX = 2_000;
/** Search radius for a road at a via point, as a share of the trip's radius. */
const WITHIN = { share: 1, minMeters: 1_000, maxMeters: 20_000 };

type Obstacle = NonNullable<Found['why']> | 'late';

const NOTES: Readonly<Record<Obstacle | 'none', string>> = {
  noRoads: 'No loops: road data isn’t available here',
  starting: 'No loops: road data is still being prepared',
  away: 'No loops: the router is not responding',
  late: 'No loops: the router is too busy, please try again',
  none: 'No loops: the roads here lead to none that takes this time',
};

/** Generates loops on any road, with a router that can route through points. */
@Injectable()
export class Loops {
  private readonly slots = new Slots(AT_ONCE.all);

  constructor(
    @Inject(Directions) private readonly directions: Pick<Directions, 'canGoThrough' | 'through'>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {}

  get areAvailable(): boolean {
    return this.directions.canGoThrough;
  }

  /**
   * Returns up to three loops, best first, each of at least 30 % other roads than the others. The same outing has the
   * same loops, unless the time to find them runs out.
   * @returns `note` says why there are none.
   * @throws the signal's reason.
   */
  async plan(outing: Outing, signal?: AbortSignal): Promise<{ plans: Plan[]; note: string }> {
    const search = new Search(outing, this.directions, this.slots, this.clock);
    const sketches = [...sketchesBy(mulberry32(outing.seed), outing.loop)];
    let ranked: Trip[] = [];
    for (let at = 0; at < sketches.length && !search.obstacle && !areGood(ranked, outing); at += ROUND) {
      await search.fitAll(sketches.slice(at, at + ROUND), signal);
      ranked = fittingTrips(search.trips, outing);
    }
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
  private readonly own = new Slots(AT_ONCE.each);
  private readonly untilMs: number;
  private readonly grace = AbortSignal.timeout(BUDGET_MS + GRACE_MS);

  constructor(
    private readonly outing: Outing,
    private readonly directions: Pick<Directions, 'through'>,
    private readonly slots: Slots,
    private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {
    this.untilMs = clock.monotonicMs() + BUDGET_MS;
  }

  async fitAll(sketches: readonly Sketch[], signal?: AbortSignal): Promise<void> {
    const until = signal ? AbortSignal.any([signal, this.grace]) : this.grace;
    const ask: Ask = (vias, { corners }, radiusMeters) => {
      const withinMeters = Math.max(WITHIN.minMeters, Math.min(WITHIN.maxMeters, WITHIN.share * radiusMeters));
      return this.ask(vias, { curvy: this.outing.taste !== 'gentle', turnsAround: corners === 1, withinMeters }, until);
    };
    const { home, seconds } = this.outing;
    const fit = (sketch: Sketch) => this.own.run(() => fitLoop(home, sketch, sketch.share * seconds, ask));
    const fitted = await Promise.all(sketches.map(fit));
    signal?.throwIfAborted();
    this.trips.push(...fitted.flat());
    if (this.trips.length === 0) this.obstacle ??= 'noRoads';
  }

  private async ask(vias: readonly Via[], options: ThroughOptions, until: AbortSignal): Promise<Routed | null> {
    if (this.clock.monotonicMs() >= this.untilMs) this.obstacle ??= 'late';
    if (this.obstacle || until.aborted) return null;
    try {
      const { home } = this.outing;
      const { routed, why } = await this.slots.run(() => this.directions.through(home, vias, options, until), until);
      if (why && why !== 'noRoads') this.obstacle ??= why;
      return routed;
    } catch (error) {
      if (!until.aborted) throw error;
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
  };
}
