import { Inject, Injectable } from '@nestjs/common';
import { WAY_TASTES, type WayTaste } from '@switchback/contracts/rules/directions';
import { boundsOfPath, expandBounds } from '@switchback/geo/bounds';
import { distanceMeters } from '@switchback/geo/distance';
import { degreesPerKm } from '@switchback/geo/heading-change';
import { withoutRepeats } from '@switchback/geo/parts';
import { decodePolyline } from '@switchback/geo/polyline';
import { resamplePath } from '@switchback/geo/resample';
import type { Clock } from '@switchback/platform/clock';
import { CLOCK, PLACES } from '@switchback/platform/nest/tokens';
import type { Places } from '@switchback/platform/places/places';
import { Slots } from '@switchback/platform/slots';
import type { Waypoint } from '@switchback/proto/drives/v1/drive';
import type {
  FindChoicesRequest,
  FindChoicesResponse,
  RouteResponse,
  WayChoice,
} from '@switchback/proto/roads/v1/service';
import { Directions, type PlacedRoute, type Waiting } from '../directions/directions.service.js';
import { RegionRoads } from '../region/roads/region-roads.js';
import type { Ends, Routed, RoutedLeg, ThroughOptions, Via } from '../router/router.js';
import { Roads, type Turn } from '../routing/roads.js';
import { LegSearch, TIME_MAX } from './leg-search.js';
import { type Pick as PickedWay, pickWays } from './pick-ways.js';
import { type Way, wayOf } from './way-measures.js';

/** Requests of one search that wait or run at a time. */
const AT_ONCE = 2;
/** Time to search in: for each leg, and for all. */
const BUDGET_MS = { leg: 1_200, all: 3_500 };
/** A way between places nearer than this has no room for curves. */
const SEARCHED_METERS_MIN = 500;
/** Search radius for a road at a sketched point, as a share of the straight line. */
const WITHIN = { share: 0.07, minMeters: 1_000, maxMeters: 10_000 };
/** Towns are looked for at this spacing. */
const TOWN_SPACING_METERS = 150;
const TOWN_SAMPLES_MAX = 5_000;

/** The way of one leg: by the router itself, or through points. */
interface LegWays {
  ends: Ends;
  picks: readonly PickedWay[];
}

type Asking = Pick<ThroughOptions, 'unpaved'> & { turn: Turn };

/** Finds the fastest way between waypoints and curvier ones (ADR 75). */
@Injectable()
export class Choices {
  constructor(
    private readonly directions: Directions,
    private readonly roads: Roads,
    private readonly regionRoads: RegionRoads,
    @Inject(PLACES) private readonly places: Places,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {}

  /**
   * Returns up to four ways, the fastest first; one, straight and marked, without roads.
   * @throws as {@link Directions.route} does.
   */
  async find(request: FindChoicesRequest, call: Waiting): Promise<FindChoicesResponse> {
    const { waypoints, unpaved } = request;
    const fastest = await this.directions.between(waypoints, call);
    const asking = { unpaved, turn: { ...this.directions.turnOf(call), lane: 'choices' as const } };
    const legs = await this.#legsOf(fastest, asking);
    const choices: WayChoice[] = [];
    for (const taste of WAY_TASTES) {
      if (taste !== 'fastest' && !legs.some(({ picks }) => picks.some((pick) => pick.taste === taste))) continue;
      const routed = taste === 'fastest' ? fastest.routed : await this.#shown(fastest.routed, legs, taste, asking);
      const choice = await this.#choiceOf(taste, { ...fastest, routed });
      // Rounded lines may differ from those that were compared.
      const before = choices.at(-1);
      if (!before || choice.degreesPerKm > before.degreesPerKm) choices.push(choice);
    }
    return { choices };
  }

  /**
   * Returns the way of a kind, or of the next gentler kind if there is none; its legs keep the kind that was asked for.
   * @throws as {@link Directions.route} does.
   */
  async one(waypoints: Waypoint[], taste: string, call: Waiting): Promise<RouteResponse> {
    const { choices } = await this.find({ waypoints, unpaved: false }, call);
    const order = (name: string) => WAY_TASTES.findIndex((one) => one === name);
    const { route } = choices.findLast((choice) => order(choice.taste) <= order(taste)) ?? choices[0]!;
    return tasted(route!, taste);
  }

  /** Returns the ways of each leg; the fastest alone where none can be looked for. */
  async #legsOf({ routed, waypoints }: PlacedRoute, asking: Asking): Promise<LegWays[]> {
    const isSearched = routed.source !== 'approximate' && this.roads.canGoThrough;
    const untilMs = this.clock.monotonicMs() + BUDGET_MS.all;
    const found: LegWays[] = [];
    for (const [index, leg] of routed.legs.entries()) {
      const ends = { start: waypoints[index]!.location, end: waypoints[index + 1]!.location };
      const isTown = this.#isTown;
      const fastest = wayOf({ ...routed, legs: [leg] }, [], isTown);
      const nowMs = this.clock.monotonicMs();
      const legMs = Math.min(BUDGET_MS.leg, (untilMs - nowMs) / (routed.legs.length - index));
      const isFar = distanceMeters(ends.start, ends.end) >= SEARCHED_METERS_MIN;
      const ways = isSearched && isFar ? await this.#search(ends, fastest, nowMs + legMs, asking) : [];
      found.push({ ends, picks: pickWays(fastest, ways) });
    }
    return found;
  }

  async #search(ends: Ends, fastest: Way, untilMs: number, asking: Asking): Promise<Way[]> {
    // As long as a way may take, it leads no further away.
    const straight = distanceMeters(ends.start, ends.end);
    const beyond = Math.max(0, TIME_MAX * fastest.meters - straight) / 2;
    const box = expandBounds(boundsOfPath([ends.start, ends.end]), beyond);
    const stretches = await this.regionRoads.stretchesWithin(box, asking.unpaved);
    const own = new Slots(AT_ONCE);
    let isOver = false;
    const ask = (vias: readonly Via[]) =>
      own.run(async () => {
        const waitMs = untilMs - this.clock.monotonicMs();
        if (isOver || waitMs <= 0) return null;
        const options = this.#optionsOf(ends, asking, false);
        const { routed, why } = await this.roads.through(ends, vias, options, { ...asking.turn, waitMs });
        // Other points may have roads, and in time.
        isOver ||= why !== null && why !== 'noRoads' && why !== 'late';
        return routed;
      }, asking.turn.signal);
    return new LegSearch(ends, fastest, ask, this.#isTown).find(stretches);
  }

  #optionsOf({ start, end }: Ends, { unpaved }: Asking, isShown: boolean): ThroughOptions {
    const share = WITHIN.share * distanceMeters(start, end);
    const withinMeters = Math.max(WITHIN.minMeters, Math.min(WITHIN.maxMeters, share));
    return { curvy: true, unpaved, isShown, turnsAround: false, withinMeters };
  }

  /** Returns the route of the legs' ways of a kind, with turns and heights. */
  async #shown(fastest: Routed, legs: readonly LegWays[], taste: WayTaste, asking: Asking): Promise<Routed> {
    const last = WAY_TASTES.indexOf(taste);
    const shown = legs.map(async ({ ends, picks }, index): Promise<RoutedLeg> => {
      const { way } = picks.findLast((pick) => WAY_TASTES.indexOf(pick.taste) <= last)!;
      if (way.vias.length === 0) return fastest.legs[index]!;
      const { routed } = await this.roads.through(ends, way.vias, this.#optionsOf(ends, asking, true), asking.turn);
      return routed?.legs[0] ?? withoutTurns(way);
    });
    return { ...fastest, legs: await Promise.all(shown) };
  }

  async #choiceOf(taste: WayTaste, placed: PlacedRoute): Promise<WayChoice> {
    const { legs } = placed.routed;
    const sum = (of: (leg: RoutedLeg) => number) => legs.reduce((all, leg) => all + of(leg), 0);
    const distance = sum((leg) => leg.distanceMeters);
    const route = tasted(await this.directions.describe(placed), taste);
    const line = withoutRepeats(route.directions!.legs.flatMap(({ path }) => decodePolyline(path)));
    const spacing = Math.max(TOWN_SPACING_METERS, distance / TOWN_SAMPLES_MAX);
    const towns = resamplePath(line, spacing).map((place) => this.places.townAround(place));
    return {
      taste,
      route,
      distance,
      duration: sum((leg) => leg.durationSeconds),
      degreesPerKm: degreesPerKm(line),
      motorwayShare: distance === 0 ? 0 : Math.min(1, sum((leg) => leg.motorwayMeters ?? 0) / distance),
      towns: [...new Set(towns)].filter((town) => town !== ''),
    };
  }

  readonly #isTown = (place: { lat: number; lng: number }) => this.places.townAround(place) !== '';
}

function withoutTurns({ line, meters, seconds }: Way): RoutedLeg {
  return { path: line, distanceMeters: meters, durationSeconds: seconds };
}

function tasted(route: RouteResponse, taste: string): RouteResponse {
  const { source, legs } = route.directions!;
  return { ...route, directions: { source, legs: legs.map((leg) => ({ ...leg, taste })) } };
}
