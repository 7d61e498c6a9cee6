import { Inject, Injectable } from '@nestjs/common';
import { ROUTER_AWAY_NOTE } from '@switchback/contracts/rules/directions';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { degreesPerKm } from '@switchback/geo/heading-change';
import { PLACES } from '@switchback/platform/nest/tokens';
import { regionsOfLine } from '@switchback/platform/places/line-places';
import type { Places } from '@switchback/platform/places/places';
import type { Call } from '@switchback/platform/rpc/call';
import { requireHero } from '@switchback/platform/rpc/hero';
import type { FindChoicesResponse, RouteResponse, WayChoice, WaypointInput } from '@switchback/proto/drives/v1/service';
import type { PlacedWaypoint } from '@switchback/tracks/waypoints/place-on-line';
import { placeAll } from '../lines/place-waypoints.js';
import { refuseRoute } from '../lines/refuse-route.js';
import { orWithout, ROADS, type RoadsPeer } from './roads.js';
import { straightLeg } from './straight-legs.js';

/** Routes between the places of a form. */
@Injectable()
export class Routes {
  constructor(
    @Inject(ROADS) private readonly roads: RoadsPeer<'findChoices' | 'route'>,
    @Inject(PLACES) private readonly places: Places,
  ) {}

  /**
   * Returns straight legs, and says so, while the roads service is away.
   * @throws ProductError `upgradeNeeded`; `invalidInput` under `waypoints` for fewer than two, or an unknown one;
   * `tooManyRequests` if too many routes are being computed; the signal's reason.
   */
  async route(inputs: readonly WaypointInput[], call: Call, taste?: string): Promise<RouteResponse> {
    const waypoints = await this.placed(inputs, call);
    const ask = async (within: Call) => (await this.roads()).route({ waypoints, taste }, within);
    return orWithout(call, ask, () => this.straight(waypoints));
  }

  /** Returns the fastest way and curvier ones; as {@link route}, a straight one while the roads service is away. */
  async choices(inputs: readonly WaypointInput[], unpaved: boolean, call: Call): Promise<FindChoicesResponse> {
    const waypoints = await this.placed(inputs, call);
    const ask = async (within: Call) => (await this.roads()).findChoices({ waypoints, unpaved }, within);
    return orWithout(call, ask, () => ({ choices: [this.straightChoice(waypoints)] }));
  }

  private async placed(inputs: readonly WaypointInput[], call: Call): Promise<PlacedWaypoint[]> {
    requireHero(call.caller);
    const { points: waypoints, fault } = await placeAll(inputs, this.places, LIMITS.waypointsMax);
    if (fault) throw refuseRoute('waypoints', fault);
    if (waypoints.length < 2) throw refuseRoute('waypoints', 'Please set a start and an end.');
    return waypoints;
  }

  private straightChoice(waypoints: readonly PlacedWaypoint[]): WayChoice {
    const route = this.straight(waypoints);
    const { legs } = route.directions!;
    return {
      taste: 'fastest',
      route,
      distance: legs.reduce((sum, { distance }) => sum + distance, 0),
      duration: legs.reduce((sum, { duration }) => sum + duration, 0),
      degreesPerKm: degreesPerKm(waypoints.map(({ location }) => location)),
      motorwayShare: 0,
      towns: [],
    };
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
