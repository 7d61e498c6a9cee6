import { Inject, Injectable } from '@nestjs/common';
import { ROUTER_AWAY_NOTE } from '@switchback/contracts/rules/directions';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { PLACES } from '@switchback/platform/nest/tokens';
import { regionsOfLine } from '@switchback/platform/places/line-places';
import type { Places } from '@switchback/platform/places/places';
import type { Call } from '@switchback/platform/rpc/call';
import { requireHero } from '@switchback/platform/rpc/hero';
import type { WaypointInput } from '@switchback/proto/drives/v1/service';
import type { RouteResponse } from '@switchback/proto/drives/v1/service';
import type { PlacedWaypoint } from '@switchback/tracks/waypoints/place-on-line';
import { placeAll } from '../lines/place-waypoints.js';
import { refuseRoute } from '../lines/refuse-route.js';
import { orWithout, ROADS, type RoadsPeer } from './roads.js';
import { straightLeg } from './straight-legs.js';

/** Routes between the places of a form. */
@Injectable()
export class Routes {
  constructor(
    @Inject(ROADS) private readonly roads: RoadsPeer<'route'>,
    @Inject(PLACES) private readonly places: Places,
  ) {}

  /**
   * Returns straight legs, and says so, while the roads service is away.
   * @throws ProductError `upgradeNeeded`; `invalidInput` under `waypoints` for fewer than two, or an unknown one;
   * `tooManyRequests` if too many routes are being computed; the signal's reason.
   */
  async route(inputs: readonly WaypointInput[], call: Call): Promise<RouteResponse> {
    requireHero(call.caller);
    const { points: waypoints, fault } = await placeAll(inputs, this.places, LIMITS.waypointsMax);
    if (fault) throw refuseRoute('waypoints', fault);
    if (waypoints.length < 2) throw refuseRoute('waypoints', 'Please set a start and an end.');
    const ask = async (within: Call) => (await this.roads()).route({ waypoints }, within);
    return orWithout(call, ask, () => this.straight(waypoints));
  }

  private straight(waypoints: readonly PlacedWaypoint[]): RouteResponse {
    const legs = waypoints.slice(1).map((end, index) => {
      const start = waypoints[index]!;
      return { start, end, ...straightLeg(start.location, end.location) };
    });
    return {
      directions: { source: 'approximate', legs },
      note: ROUTER_AWAY_NOTE,
      countries: regionsOfLine(
        waypoints.map(({ location }) => location),
        this.places,
      ),
      tags: [],
    };
  }
}
