import { Inject, Injectable } from '@nestjs/common';
import { withoutRepeats } from '@switchback/geo/parts';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { repeatedShare } from '@switchback/geo/repeated-share';
import { simplifyToCount } from '@switchback/geo/simplify';
import { thinnedDistance } from '@switchback/geo/thinned-distance';
import type { Call } from '@switchback/platform/rpc/call';
import type { Location } from '@switchback/proto/drives/v1/drive';
import type { Plan } from '@switchback/proto/drives/v1/plan';
import type { PlanFromHereRequest, PlanFromHereResponse, WayChoice } from '@switchback/proto/drives/v1/service';
import { heroOf } from '@switchback/platform/rpc/hero';
import { LOOPS_AWAY_NOTE } from '@switchback/contracts/rules/plans';
import { orWithout, ROADS, type RoadsPeer } from '../roads/roads.js';
import { Routes } from '../roads/routes.js';
import { Chains } from './chains.js';
import { outingOf } from '@switchback/platform/wire/outing';

/** Bounds the message. */
const POINTS_MAX = 2_000;

/** Plans outings that begin and end at a place, and ways to another one. */
@Injectable()
export class Plans {
  constructor(
    @Inject(Chains) private readonly chains: Pick<Chains, 'plan'>,
    @Inject(ROADS) private readonly roads: RoadsPeer<'findLoops'>,
    @Inject(Routes) private readonly routes: Pick<Routes, 'choices'>,
  ) {}

  /** @throws ProductError `invalidInput`; the signal's reason. */
  async fromHere(request: PlanFromHereRequest, call: Call): Promise<PlanFromHereResponse> {
    const outing = outingOf(request);
    if (request.to) return this.waysTo(request.to, request, call);
    const ask = async (within: Call) => (await this.roads()).findLoops(request, within);
    const away = { plans: [], available: false, note: LOOPS_AWAY_NOTE };
    const [chains, loops] = await Promise.all([this.chains.plan(outing, call), orWithout(call, ask, () => away)]);
    const hero = heroOf(call.caller);
    const note = hero ? loops.note : '';
    return { plans: [...chains, ...loops.plans], upgrade: !hero && loops.available, note };
  }

  /** Returns the ways to another place, for Hero accounts alone. */
  private async waysTo(to: Location, request: PlanFromHereRequest, call: Call): Promise<PlanFromHereResponse> {
    if (!heroOf(call.caller)) {
      const away = { plans: [], available: false, note: '' };
      const ask = async (within: Call) => (await this.roads()).findLoops(request, within);
      return { plans: [], upgrade: (await orWithout(call, ask, () => away)).available, note: '' };
    }
    const stops = [request.location, to].map((location) => ({ label: '', location, placeId: '', near: false }));
    const { choices } = await this.routes.choices(stops, false, call);
    return { plans: choices.map(planOfWay), upgrade: false, note: choices[0]?.route?.note ?? '' };
  }
}

function planOfWay({ taste, route, distance, duration, degreesPerKm, motorwayShare, towns }: WayChoice): Plan {
  const { source, legs } = route!.directions!;
  const lines = legs.map((leg) => decodePolyline(leg.path));
  return {
    legs: legs.map(({ distance: meters, duration: seconds, maneuvers }, index) => {
      const line = simplifyToCount(lines[index]!, POINTS_MAX);
      const distanceOf = thinnedDistance(lines[index]!, line);
      const items = maneuvers?.items.map((maneuver) => ({ ...maneuver, along: distanceOf(maneuver.along) }));
      return {
        driveId: '',
        from: 0,
        to: 0,
        distance: meters,
        duration: seconds,
        path: encodePolyline(line),
        maneuvers: items && { items },
      };
    }),
    distance,
    duration,
    degreesPerKm,
    repeatedShare: repeatedShare(withoutRepeats(lines.flat())),
    source,
    way: { taste, motorwayShare, towns },
  };
}
