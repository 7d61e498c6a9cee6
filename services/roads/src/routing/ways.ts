import { Inject, Injectable } from '@nestjs/common';
import { encodePolyline } from '@switchback/geo/polyline';
import type { LatLng } from '@switchback/geo/location';
import { simplifyToCount } from '@switchback/geo/simplify';
import { thinnedDistance } from '@switchback/geo/thinned-distance';
import type { Clock } from '@switchback/platform/clock';
import { CLOCK } from '@switchback/platform/nest/tokens';
import type { Call } from '@switchback/platform/rpc/call';
import { Slots } from '@switchback/platform/slots';
import { present } from '@switchback/platform/wire/values';
import type { Way } from '@switchback/proto/drives/v1/collection';
import type { Maneuver, Maneuvers } from '@switchback/proto/drives/v1/drive';
import type { Gap } from '@switchback/proto/roads/v1/service';
import { ApproximateRouter } from '../router/approximate-router.js';
import { Roads, type Turn } from './roads.js';
import { waitMsOf } from './wait.js';

/** Ways of one call that wait at a time, so that another call of the same person gets its turns. */
const AT_ONCE = 4;
/** Later ways of a call are straight. */
const BUDGET_MS = 5_000;
/** Bounds the message: a way across a continent has tens of thousands of points. */
const POINTS_MAX = 2_000;
/** The same: a way with more claims none. */
const MANEUVERS_MAX = 500;

/** Routes the ways between lines, such as the drives of a trip. */
@Injectable()
export class Ways {
  private readonly approximate = new ApproximateRouter();

  constructor(
    @Inject(Roads) private readonly roads: Pick<Roads, 'route'>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'monotonicMs' | 'now'>,
  ) {}

  /**
   * Returns a way for each gap, straight if there is no road or no time.
   * @param person whose turns in the queue the ways take.
   * @throws the signal's reason.
   */
  async across(
    gaps: readonly Gap[],
    person: string,
    { deadlineMs, signal }: Pick<Call, 'deadlineMs' | 'signal'>,
  ): Promise<Way[]> {
    const untilMs = this.clock.monotonicMs() + Math.min(BUDGET_MS, waitMsOf(deadlineMs, this.clock));
    const own = new Slots(AT_ONCE);
    const way = (gap: Gap) => {
      const waitMs = untilMs - this.clock.monotonicMs();
      return this.way(gap, waitMs > 0 ? { lane: 'ways', person, signal, waitMs } : null);
    };
    return Promise.all(gaps.map((gap) => own.run(() => way(gap), signal)));
  }

  private async way({ from, ...gap }: Gap, turn: Turn | null): Promise<Way> {
    const [start, end] = [present(gap.start, 'start'), present(gap.end, 'end')];
    const routed = turn && (await this.roads.route([start, end], turn)).routed;
    const { legs } = routed ?? (await this.approximate.route([start, end]));
    const { distanceMeters: distance, durationSeconds: duration, path, maneuvers } = legs[0]!;
    const line = simplifyToCount(path, POINTS_MAX);
    const figures = { distance, duration, path: encodePolyline(line), approximate: routed === null };
    return { from, start, end, ...figures, maneuvers: maneuversOn(line, path, maneuvers) };
  }
}

/** Returns the maneuvers of a path as those of a line of some of its points. */
function maneuversOn(
  line: readonly LatLng[],
  path: readonly LatLng[],
  maneuvers: readonly Maneuver[] | undefined,
): Maneuvers | undefined {
  if (!maneuvers || maneuvers.length > MANEUVERS_MAX) return undefined;
  const distanceOf = thinnedDistance(path, line);
  return { items: maneuvers.map((maneuver) => ({ ...maneuver, along: distanceOf(maneuver.along) })) };
}
