import { Inject, Injectable } from '@nestjs/common';
import { ERRORS } from '@switchback/contracts/errors';
import { NO_ROADS_NOTE } from '@switchback/contracts/rules/directions';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { encodeElevations, lineOfLegs, copyElevations } from '@switchback/geo/elevation';
import type { LatLng } from '@switchback/geo/location';
import { withoutRepeats } from '@switchback/geo/parts';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import type { Clock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import { CLOCK, LOGGER, PLACES, STORAGE } from '@switchback/platform/nest/tokens';
import type { Places } from '@switchback/platform/places/places';
import type { Caller } from '@switchback/platform/rpc/call';
import type { Storage } from '@switchback/platform/storage/storage';
import type { Logger } from '@switchback/platform/telemetry/logger';
import type {
  ParseMapsUrlResponse,
  ReadRouteFileResponse,
  RouteResponse,
  WaypointInput,
} from '@switchback/proto/drives/v1/service';
import { refuseRoute } from '../authoring/measure-route.js';
import type { PlacedWaypoint } from '../authoring/place-on-line.js';
import { placeAll } from '../authoring/place-waypoints.js';
import { labelOf, regionsOfLine } from '../drive-content.js';
import { Heights } from '../elevation/heights.js';
import { suggestedTags } from '../scenery/map-tags.js';
import { ApproximateRouter } from './approximate-router.js';
import { readMapsUrl } from './maps-url.js';
import { placeUrlStops } from './maps-url-places.js';
import { ROUTER } from './open-router.js';
import { closes, followsTrack, joinsWaypoints } from './plausible.js';
import type { Stops, Track } from './read-track.js';
import { type RouteFile, RouteFiles } from './route-file.js';
import { type Routed, type RoutedLeg, type Router, RouterStarting, type ThroughOptions, type Via } from './router.js';

/** Timeout of a router request. */
const PATIENCE_MS = 2_000;
/** Pause after a router failure, before it is asked again. */
const PAUSE_MS = 5_000;
const KEPT_MAX = 500;
/** Reasons why a route is approximate. Without road data, the spec prescribes the text. */
export const NOTES = {
  noRoads: NO_ROADS_NOTE,
  starting: 'Straight line: road data is still being prepared',
  away: 'Straight line: the router is not responding',
} as const;

/** A router's result, or the reason why there is none. */
export type Found = { routed: Routed; why: null } | { routed: null; why: keyof typeof NOTES };

/** Routes between waypoints, and from URLs and files. */
@Injectable()
export class Directions {
  private readonly approximate = new ApproximateRouter();
  private readonly files: RouteFiles;
  /** Cache by waypoints, the oldest first. */
  private readonly cache = new Map<string, Routed>();
  private pausedUntilMs = 0;

  constructor(
    @Inject(ROUTER) private readonly router: Router | null,
    @Inject(PLACES) private readonly places: Places,
    @Inject(STORAGE) private readonly storage: Pick<Storage, 'get' | 'delete'>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'monotonicMs'>,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly heights: Heights,
  ) {
    this.files = new RouteFiles(storage);
  }

  /** @throws ProductError `upgradeNeeded`; `invalidInput` under `waypoints` for fewer than two, or an unknown one. */
  async route(inputs: readonly WaypointInput[], caller: Caller | null): Promise<RouteResponse> {
    requireHero(caller);
    const { points: waypoints, fault } = await placeAll(inputs, this.places, LIMITS.waypointsMax);
    if (fault) throw refuseRoute('waypoints', fault);
    if (waypoints.length < 2) throw refuseRoute('waypoints', 'Please set a start and an end.');
    const points = waypoints.map(({ location }) => location);
    return this.answer(waypoints, ...(await this.along(points)));
  }

  /** Returns the road from one point to another; null if no router knows it. */
  async leg(start: LatLng, end: LatLng): Promise<RoutedLeg | null> {
    const { routed } = await this.between([start, end]);
    return routed?.legs[0] ?? null;
  }

  /** Whether {@link Directions.through} may find anything. */
  get canGoThrough(): boolean {
    return this.router?.through !== undefined;
  }

  /** Returns the round trip through points, a leg to each and one back; throws only the signal's reason. */
  async through(home: LatLng, vias: readonly Via[], options: ThroughOptions, signal: AbortSignal): Promise<Found> {
    const found = await this.asked((router, until) => router.through?.(home, vias, options, until), signal);
    return found.routed && !closes(found.routed, home) ? { routed: null, why: 'noRoads' } : found;
  }

  /**
   * @throws ProductError `upgradeNeeded`, `noDirectionsInUrl`; `invalidInput` under `url` for a shortened link or if it
   * is not a URL.
   */
  async parseUrl(url: string, caller: Caller | null): Promise<ParseMapsUrlResponse> {
    requireHero(caller);
    const stops = readMapsUrl(url);
    if (stops === null) throw refuseUrl('Entered URL is not valid', 'Please paste the whole address.');
    if (stops === 'shortened') {
      throw refuseUrl(
        'This link is shortened',
        'This link is shortened. Please open it and paste the long address that the browser then shows.',
      );
    }
    if (stops.length < 2) throw new ProductError('noDirectionsInUrl');
    return placeUrlStops(stops, this.places);
  }

  /** @throws ProductError `upgradeNeeded`, `routeFileUnreadable` */
  async readFile(file: RouteFile, caller: Caller | null, signal?: AbortSignal): Promise<ReadRouteFileResponse> {
    try {
      const person = requireHero(caller).userId;
      const read = await this.files.read(file, { person, signal });
      return 'track' in read ? await this.answerFile(read.track) : await this.answerStops(read.stops);
    } finally {
      await this.storage.delete(file.upload);
    }
  }

  private async answerFile(track: Track): Promise<ReadRouteFileResponse> {
    const waypoints = track.waypoints.map((waypoint) => this.labelled(waypoint));
    const { title, description, pointsOfInterest, lines } = track;
    const roads = await this.roadsUnder(track);
    const answer = roads ? await this.answer(waypoints, roads, '') : await this.answerTrack(waypoints, track);
    return { ...answer, waypoints, title, description, pointsOfInterest, lines, note: track.notes.join(' ') };
  }

  private async answerStops({ stops, notes, ...texts }: Stops): Promise<ReadRouteFileResponse> {
    const waypoints = stops.map((stop) => this.labelled(stop));
    const points = stops.map(({ location }) => location);
    const answer = await this.answer(waypoints, ...(await this.along(points)));
    const said = [...notes, answer.note].filter(Boolean).join(' ');
    return { ...answer, ...texts, waypoints, lines: [], note: said };
  }

  private labelled<T extends PlacedWaypoint>(waypoint: T): T {
    return { ...waypoint, label: waypoint.label || labelOf(waypoint.location, this.places) };
  }

  /** Returns the route, or straight legs and the reason for them. */
  private async along(points: readonly LatLng[]): Promise<[Routed, note: string]> {
    const { routed, why } = await this.between(points);
    return routed ? [routed, ''] : [await this.approximate.route(points), NOTES[why]];
  }

  private async between(points: readonly LatLng[]): Promise<Found> {
    const key = encodePolyline(points);
    const kept = this.cache.get(key);
    if (kept) return { routed: kept, why: null };
    const found = await this.asked((router, signal) => router.route(points, signal));
    if (!found.routed) return found;
    if (!joinsWaypoints(found.routed, points)) return { routed: null, why: 'noRoads' };
    this.cache.set(key, found.routed);
    if (this.cache.size > KEPT_MAX) this.cache.delete(this.cache.keys().next().value!);
    return found;
  }

  private async asked(
    ask: (router: Router, signal: AbortSignal) => Promise<Routed | null> | undefined,
    signal?: AbortSignal,
  ): Promise<Found> {
    if (!this.router) return { routed: null, why: 'noRoads' };
    if (this.clock.monotonicMs() < this.pausedUntilMs) return { routed: null, why: 'away' };
    const patience = AbortSignal.timeout(PATIENCE_MS);
    try {
      const routed = (await ask(this.router, signal ? AbortSignal.any([signal, patience]) : patience)) ?? null;
      return routed ? { routed, why: null } : { routed, why: 'noRoads' };
    } catch (error) {
      // The caller gave up; the router may be fine.
      signal?.throwIfAborted();
      if (error instanceof RouterStarting) return { routed: null, why: 'starting' };
      this.pausedUntilMs = this.clock.monotonicMs() + PAUSE_MS;
      this.logger.warn({ err: error }, 'The router is unavailable: legs are approximate until it recovers.');
      return { routed: null, why: 'away' };
    }
  }

  /** Returns the roads that a track followed; null if there is no router or the track leaves the roads. */
  private async roadsUnder({ path, isWhole, waypoints, legs }: Track): Promise<Routed | null> {
    // A router would also bridge the gaps between parts.
    if (!isWhole || !this.router?.match) return null;
    const line = decodePolyline(path);
    const breaks = waypoints.map(({ pathIndex }) => pathIndex);
    const { routed } = await this.asked((router, signal) => router.match?.(line, breaks, signal));
    if (!routed || !followsTrack(routed, line, breaks)) return null;
    const risen = routed.legs.map((leg, at) => ({ ...leg, path: copyElevations(leg.path, lineOfLegs([legs[at]!])) }));
    return { ...routed, legs: risen };
  }

  /** Returns a track as recorded. Its legs are already encoded: it may have 200,000 points. */
  private async answerTrack(waypoints: readonly PlacedWaypoint[], { legs, sketch }: Track): Promise<RouteResponse> {
    const ends = waypoints.map(pointOf);
    const risen = await this.heights.alongTrack(legs);
    const placed = risen.map((leg, index) => ({ ...leg, start: ends[index], end: ends[index + 1] }));
    return {
      directions: { source: 'track', legs: placed },
      maneuvers: [],
      note: '',
      countries: regionsOfLine(sketch, this.places),
      tags: suggestedTags(sketch),
    };
  }

  private async answer(
    waypoints: readonly PlacedWaypoint[],
    { source, legs: given, maneuvers }: Routed,
    note: string,
  ): Promise<RouteResponse> {
    const legs = source === 'approximate' ? given : await this.heights.alongLegs(given);
    const directions = {
      source,
      legs: legs.map(({ path, distanceMeters, durationSeconds }, index) => ({
        start: pointOf(waypoints[index]!),
        end: pointOf(waypoints[index + 1]!),
        distance: distanceMeters,
        duration: durationSeconds,
        path: encodePolyline(path),
        elevation: encodeElevations(path) || undefined,
      })),
    };
    // A repeated point would mark the end of a part.
    const line = withoutRepeats(legs.flatMap(({ path }) => path));
    return {
      directions,
      maneuvers,
      note,
      countries: regionsOfLine(line, this.places),
      tags: suggestedTags(line),
    };
  }
}

function requireHero(caller: Caller | null): Caller {
  if (!caller) throw new ProductError('invalidSession');
  if (caller.accountType === 'free') throw new ProductError('upgradeNeeded', { additional: { upgrade: true } });
  return caller;
}

/** Returns a refusal whose sentence stands next to the field and in the error itself. */
function refuseUrl(title: string, message: string): ProductError {
  const { code, type } = ERRORS.invalidInput;
  return new ProductError('invalidInput', { title, message, fields: { url: { title, message, code, type } } });
}

const pointOf = ({ label, location }: PlacedWaypoint) => ({ label, location });
