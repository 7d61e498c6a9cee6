import { Inject, Injectable } from '@nestjs/common';
import type { LatLng } from '@switchback/geo/location';
import { measuredLine } from '@switchback/geo/measured-line';
import { partsOf } from '@switchback/geo/parts';
import { decodePolyline } from '@switchback/geo/polyline';
import type { Clock } from '@switchback/platform/clock';
import { CLOCK } from '@switchback/platform/nest/tokens';
import type { Call } from '@switchback/platform/rpc/call';
import type { Maneuver } from '@switchback/proto/drives/v1/drive';
import type { FindManeuversRequest, FindManeuversResponse } from '@switchback/proto/roads/v1/service';
import { followsTrack } from '../router/plausible.js';
import type { RoutedLeg } from '../router/router.js';
import { Roads, type Turn } from '../routing/roads.js';
import { waitMsOf } from '../routing/wait.js';

/** Later legs have none: a person waits for the drive to be saved. */
const BUDGET_MS = 4_000;
/** Comparing each maneuver with a longer line takes seconds. */
const POINTS_MAX = 20_000;
/** Version of the derivation. */
const MANEUVERS_VERSION = 1;
/** A maneuver farther from the line belongs to another road. */
const OFF_LINE_METERS = 60;

/** Finds the maneuvers along lines whose roads no router told, such as recorded ones. */
@Injectable()
export class LineManeuvers {
  constructor(
    @Inject(Roads) private readonly roads: Pick<Roads, 'canMatch' | 'match'>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'monotonicMs' | 'now'>,
  ) {}

  /** Version of the maneuvers that {@link find} returns now; 0 without a router that finds any. */
  get version(): number {
    return this.roads.canMatch ? MANEUVERS_VERSION : 0;
  }

  /** Returns the maneuvers of each line; none for one that leaves the roads. @throws the signal's reason. */
  async find(
    { paths, turnsOf: person }: FindManeuversRequest,
    { deadlineMs, signal }: Pick<Call, 'deadlineMs' | 'signal'>,
  ): Promise<FindManeuversResponse> {
    const untilMs = this.clock.monotonicMs() + Math.min(BUDGET_MS, waitMsOf(deadlineMs, this.clock));
    const lines: FindManeuversResponse['lines'] = [];
    for (const path of paths) {
      const waitMs = untilMs - this.clock.monotonicMs();
      const line = decodePolyline(path);
      const isPossible = this.roads.canMatch && isWhole(line);
      if (!isPossible || waitMs <= 0) lines.push({ maneuvers: undefined, isLate: isPossible });
      else lines.push(await this.along(line, { lane: 'ways', person, signal, waitMs }));
    }
    return { lines };
  }

  private async along(line: readonly LatLng[], turn: Turn): Promise<FindManeuversResponse['lines'][number]> {
    const ends = [0, line.length - 1];
    const { routed, why } = await this.roads.match(line, ends, turn);
    const [leg] = routed?.legs ?? [];
    const maneuvers = routed && leg && followsTrack(routed, line, ends) ? placedOn(line, leg) : null;
    return { maneuvers: maneuvers ? { items: maneuvers } : undefined, isLate: why !== null && why !== 'noRoads' };
  }
}

/** A router would also bridge the gaps between parts; a line of two points is drawn. */
function isWhole(line: readonly LatLng[]): boolean {
  return line.length > 2 && line.length <= POINTS_MAX && partsOf(line).length === 1;
}

/** Returns the maneuvers of the matched roads with their distances along the line, which is not quite the same. */
function placedOn(line: readonly LatLng[], { path, maneuvers }: RoutedLeg): Maneuver[] | null {
  if (!maneuvers) return null;
  const [own, matched] = [measuredLine(line), measuredLine(path)];
  const [ownMeters, matchedMeters] = [own, matched].map((each) => each.nearest(line.at(-1)!, Infinity)?.meters ?? 0);
  const scale = matchedMeters! > 0 ? ownMeters! / matchedMeters! : 1;
  let lastMeters = 0;
  return maneuvers.flatMap((maneuver) => {
    const nearest = own.nearest(matched.locationAt(maneuver.along)!, maneuver.along * scale);
    if (nearest === null || nearest.awayMeters > OFF_LINE_METERS || nearest.meters < lastMeters) return [];
    lastMeters = nearest.meters;
    return [{ ...maneuver, along: Math.round(nearest.meters * 10) / 10 }];
  });
}
