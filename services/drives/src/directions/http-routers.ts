import { decodePolyline } from '@switchback/geo/polyline';
import type { LatLng } from '@switchback/geo/location';
import { z } from 'zod';
import { fetchJson } from './fetch-json.js';
import type { Routed, Router } from './router.js';
import { matchRequest, readTrip, routeRequest } from './valhalla.js';

/** A Valhalla over HTTP. */
export class ValhallaRouter implements Router {
  constructor(private readonly base: string) {}

  async route(waypoints: readonly LatLng[], signal: AbortSignal): Promise<Routed | null> {
    return readTrip((await fetchJson(`${this.base}/route`, signal, routeRequest(waypoints))).body);
  }

  async match(track: readonly LatLng[], breaks: readonly number[], signal: AbortSignal): Promise<Routed | null> {
    return readTrip((await fetchJson(`${this.base}/trace_route`, signal, matchRequest(track, breaks))).body);
  }
}

const osrmAnswer = z.object({
  code: z.string(),
  routes: z
    .array(
      z.object({
        legs: z.array(
          z.object({
            ...{ distance: z.number(), duration: z.number() },
            steps: z.array(z.object({ geometry: z.string() })).min(1),
          }),
        ),
      }),
    )
    .optional(),
});

/** An OSRM over HTTP: https://project-osrm.org/docs/v5.24.0/api/#route-service. Its turns have no words. */
export class OsrmRouter implements Router {
  constructor(private readonly base: string) {}

  async route(waypoints: readonly LatLng[], signal: AbortSignal): Promise<Routed | null> {
    const points = waypoints.map(({ lat, lng }) => `${lng},${lat}`).join(';');
    const query = 'overview=false&steps=true&geometries=polyline&alternatives=false';
    const { body } = await fetchJson(`${this.base}/route/v1/driving/${points}?${query}`, signal);
    const { code, routes } = osrmAnswer.parse(body);
    const [route] = routes ?? [];
    if (code !== 'Ok' || !route) return null;
    const legs = route.legs.map(({ distance, duration, steps }) => ({
      path: joined(steps.map(({ geometry }) => decodePolyline(geometry))),
      ...{ distanceMeters: distance, durationSeconds: duration },
    }));
    return { source: 'osrm', legs, maneuvers: [] };
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
                ...{ distance: z.object({ value: z.number() }), duration: z.object({ value: z.number() }) },
                start_location: z.object({ lat: z.number(), lng: z.number() }),
                polyline: z.object({ points: z.string() }),
              }),
            )
            .min(1),
        }),
      ),
    }),
  ),
});
const NO_WAY = ['ZERO_RESULTS', 'NOT_FOUND'];

/** Google's Directions API: https://developers.google.com/maps/documentation/directions/get-directions */
export class GoogleRouter implements Router {
  constructor(
    private readonly key: string,
    private readonly base = 'https://maps.googleapis.com',
  ) {}

  async route(waypoints: readonly LatLng[], signal: AbortSignal): Promise<Routed | null> {
    const points = waypoints.map(({ lat, lng }) => `${lat},${lng}`);
    const query = new URLSearchParams({
      ...{ origin: points[0]!, destination: points.at(-1)!, waypoints: points.slice(1, -1).join('|') },
      ...{ mode: 'driving', units: 'metric', language: 'en', key: this.key },
    });
    const { body } = await fetchJson(`${this.base}/maps/api/directions/json?${query.toString()}`, signal);
    const { status, routes } = googleAnswer.parse(body);
    if (NO_WAY.includes(status)) return null;
    const [route] = routes;
    if (status !== 'OK' || !route) throw new Error(`Google answered ${status.slice(0, 60)}.`);
    const maneuvers = route.legs.flatMap(({ steps }) =>
      steps.map(({ html_instructions, distance, duration, start_location: location }) => ({
        instruction: html_instructions.replaceAll(/<[^>]*>/g, ''),
        ...{ distance: distance.value, duration: duration.value, location },
      })),
    );
    const legs = route.legs.map(({ distance, duration, steps }) => ({
      path: joined(steps.map(({ polyline }) => decodePolyline(polyline.points))),
      ...{ distanceMeters: distance.value, durationSeconds: duration.value },
    }));
    return { source: 'google', legs, maneuvers };
  }
}

/** One line of lines that meet; a point where two meet stands once. */
function joined(lines: readonly LatLng[][]): LatLng[] {
  const path: LatLng[] = [];
  for (const point of lines.flat()) {
    const last = path.at(-1);
    if (last?.lat !== point.lat || last.lng !== point.lng) path.push(point);
  }
  return path;
}

const valhallaStatus = z.object({ version: z.string() });

/** Finds out by its status whether it is Valhalla, or else takes it for OSRM; asked again where it was away. */
export class DetectedRouter implements Router {
  private found: Promise<Router> | undefined;

  constructor(private readonly base: string) {}

  async route(waypoints: readonly LatLng[], signal: AbortSignal): Promise<Routed | null> {
    return (await this.router(signal)).route(waypoints, signal);
  }

  async match(track: readonly LatLng[], breaks: readonly number[], signal: AbortSignal): Promise<Routed | null> {
    return (await (await this.router(signal)).match?.(track, breaks, signal)) ?? null;
  }

  private router(signal: AbortSignal): Promise<Router> {
    const found = (this.found ??= this.detect(signal));
    found.catch(() => (this.found = undefined));
    return found;
  }

  private async detect(signal: AbortSignal): Promise<Router> {
    const { body } = await fetchJson(`${this.base}/status`, signal);
    return valhallaStatus.safeParse(body).success ? new ValhallaRouter(this.base) : new OsrmRouter(this.base);
  }
}
