import { typeOfGoogleManeuver } from '@switchback/contracts/rules/directions';
import { decodePolyline } from '@switchback/geo/polyline';
import type { LatLng } from '@switchback/geo/location';
import { unlessAborted } from '@switchback/platform/unless-aborted';
import { z } from 'zod';
import { titleOfMarkup } from '@switchback/tracks/features/plain-text';
import { fetchJson } from './fetch-json.js';
import { joined } from './joined.js';
import { maneuversOf, type RouterTurn } from './maneuvers.js';
import { OsrmRouter } from './osrm-router.js';
import {
  type Ends,
  PATIENCE_MS,
  type Routed,
  type Router,
  type ThroughOptions,
  type TrackKind,
  type Via,
} from './router.js';
import { findThrough, matchRequest, readTrip, routeRequest } from './valhalla.js';

/** Concurrent requests to a server; one with fewer threads still answers each of them within its time limit. */
const SLOTS = 4;

/** A Valhalla over HTTP. */
export class ValhallaRouter implements Router {
  constructor(private readonly base: string) {}

  async route(waypoints: readonly LatLng[], signal: AbortSignal): Promise<Routed | null> {
    return readTrip((await fetchJson(`${this.base}/route`, signal, routeRequest(waypoints))).body);
  }

  through(ends: Ends, vias: readonly Via[], options: ThroughOptions, signal: AbortSignal): Promise<Routed | null> {
    const ask = async (request: object) => (await fetchJson(`${this.base}/route`, signal, request)).body;
    return findThrough(ends, vias, options, ask);
  }

  async match(
    track: readonly LatLng[],
    breaks: readonly number[],
    signal: AbortSignal,
    kind: TrackKind,
  ): Promise<Routed | null> {
    return readTrip((await fetchJson(`${this.base}/trace_route`, signal, matchRequest(track, breaks, kind))).body);
  }
}

const googleAnswer = z.object({
  status: z.string(),
  routes: z.array(
    z.object({
      legs: z.array(
        z.object({
          distance: z.object({ value: z.number() }),
          duration: z.object({ value: z.number() }),
          steps: z
            .array(
              z.object({
                html_instructions: z.string(),
                maneuver: z.string().optional(),
                polyline: z.object({ points: z.string() }),
              }),
            )
            .min(1),
        }),
      ),
    }),
  ),
});
const NO_WAY = ['ZERO_RESULTS', 'NOT_FOUND', 'MAX_ROUTE_LENGTH_EXCEEDED'];

/** Google's Directions API: https://developers.google.com/maps/documentation/directions/get-directions */
export class GoogleRouter implements Router {
  readonly slots = SLOTS;

  constructor(
    private readonly key: string,
    private readonly base = 'https://maps.googleapis.com',
  ) {}

  async route(waypoints: readonly LatLng[], signal: AbortSignal): Promise<Routed | null> {
    const points = waypoints.map(({ lat, lng }) => `${lat},${lng}`);
    const query = new URLSearchParams({
      origin: points[0]!,
      destination: points.at(-1)!,
      ...(points.length > 2 && { waypoints: points.slice(1, -1).join('|') }),
      mode: 'driving',
      units: 'metric',
      language: 'en',
      key: this.key,
    });
    const { body } = await fetchJson(`${this.base}/maps/api/directions/json?${query.toString()}`, signal);
    const { status, routes } = googleAnswer.parse(body);
    if (NO_WAY.includes(status)) return null;
    const [route] = routes;
    if (status !== 'OK' || !route) throw new Error(`Google answered ${status.slice(0, 60)}.`);
    const legs = route.legs.map(({ distance, duration, steps }) => {
      const { path, starts } = joined(steps.map(({ polyline }) => decodePolyline(polyline.points)));
      const turns = steps.map(({ html_instructions, maneuver }, index): RouterTurn => ({
        type: index === 0 ? 'start' : typeOfGoogleManeuver(maneuver),
        pathIndex: starts[index]!,
        // Google names the road only within the sentence.
        road: '',
        exit: undefined,
        text: titleOfMarkup({ value: html_instructions, hasCdata: true }),
      }));
      const maneuvers = maneuversOf(path, turns);
      return { path, distanceMeters: distance.value, durationSeconds: duration.value, maneuvers };
    });
    return { source: 'google', legs };
  }
}

const valhallaStatus = z.object({ version: z.string() });
/** OSRM has no status page; its error response identifies it. */
const osrmRefusal = z.object({ code: z.string() });

/**
 * Detects from the status page whether the server is Valhalla or OSRM; retries with the next request if it was
 * unavailable.
 */
export class DetectedRouter implements Router {
  readonly slots = SLOTS;
  private found: Promise<Router> | undefined;

  constructor(private readonly base: string) {}

  async route(waypoints: readonly LatLng[], signal: AbortSignal): Promise<Routed | null> {
    return (await this.router(signal)).route(waypoints, signal);
  }

  async through(
    ends: Ends,
    vias: readonly Via[],
    options: ThroughOptions,
    signal: AbortSignal,
  ): Promise<Routed | null> {
    return (await (await this.router(signal)).through?.(ends, vias, options, signal)) ?? null;
  }

  async match(
    track: readonly LatLng[],
    breaks: readonly number[],
    signal: AbortSignal,
    kind: TrackKind,
  ): Promise<Routed | null> {
    return (await (await this.router(signal)).match?.(track, breaks, signal, kind)) ?? null;
  }

  /** All callers wait for one detection, which continues if one of them leaves. */
  private router(signal: AbortSignal): Promise<Router> {
    const found = (this.found ??= this.detect());
    found.catch(() => (this.found = undefined));
    return unlessAborted(found, signal);
  }

  private async detect(): Promise<Router> {
    const { body } = await fetchJson(`${this.base}/status`, AbortSignal.timeout(PATIENCE_MS));
    if (valhallaStatus.safeParse(body).success) return new ValhallaRouter(this.base);
    if (osrmRefusal.safeParse(body).success) return new OsrmRouter(this.base);
    throw new Error('The server at DIRECTIONS_URL is neither Valhalla nor OSRM.');
  }
}
