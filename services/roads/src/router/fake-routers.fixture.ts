import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { boundsContain } from '@switchback/geo/bounds';
import { pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { encodePolyline } from '@switchback/geo/polyline';
import type { EmbeddedValhalla } from './embedded/embedded-valhalla.js';

export interface Served {
  url: string;
  close: () => Promise<void>;
}

type Answering = (request: IncomingMessage, response: ServerResponse) => unknown;

export function serve(answering: Answering): Promise<Served> {
  const server = createServer((request, response) => void answering(request, response));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ url: `http://127.0.0.1:${port}`, close });
    });
  });
}

export function answerJson(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const ACTIONS = { '/route': 'route', '/trace_route': 'traceRoute' } as const;

/** Serves Valhalla's own HTTP API, backed by a real Valhalla. */
export function serveValhalla(valhalla: EmbeddedValhalla): Promise<Served> {
  return serve(async (request, response) => {
    if (request.url === '/status') return answerJson(response, { version: '3.6.1', tileset_last_modified: 0 });
    const action = ACTIONS[request.url as keyof typeof ACTIONS];
    if (request.method !== 'POST' || !action)
      return answerJson(response, { error_code: 106, error: 'Try any of: /route /trace_route', status_code: 404 }, 404);
    const body = await valhalla.ask(action, (await json(request)) as object, AbortSignal.timeout(30_000));
    const refused = 'error_code' in (body as object);
    return answerJson(response, { ...(body as object), ...(refused && { status_code: 400 }) }, refused ? 400 : 200);
  });
}

const LAND = { north: 47.28, south: 47.04, east: 9.65, west: 9.46 };
const METERS_PER_SECOND = 14;
const PIECES = 3;
const POINTS_OF_PIECE = 15;

/** Returns a made-up road in pieces that meet, each with its length. The fake servers have roads only within LAND. */
function roadBetween(start: LatLng, end: LatLng): { line: LatLng[]; meters: number }[] {
  const at = (share: number): LatLng => ({
    lat: start.lat + share * (end.lat - start.lat) + 0.003 * Math.sin(share * Math.PI * 4),
    lng: start.lng + share * (end.lng - start.lng),
  });
  return Array.from({ length: PIECES }, (_, piece) => {
    const points = Array.from({ length: POINTS_OF_PIECE + 1 }, (__, index) => piece + index / POINTS_OF_PIECE);
    const line = points.map((share) => at(share / PIECES));
    return { line, meters: pathLengthMeters(line) };
  });
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const legsOf = (stops: readonly LatLng[]) => stops.slice(1).map((end, index) => roadBetween(stops[index]!, end));

/** Answers like `router.project-osrm.org`: https://project-osrm.org/docs/v5.24.0/api/ */
export function serveOsrm(): Promise<Served> {
  return serve((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url!, 'http://osrm');
    const [, points] = /^\/route\/v1\/driving\/([-\d.,;]+)$/.exec(pathname) ?? [];
    if (!points) return answerJson(response, { message: 'URL string malformed', code: 'InvalidUrl' }, 400);
    const stops = points.split(';').map((pair): LatLng => {
      const [lng, lat] = pair.split(',').map(Number);
      return { lat: lat!, lng: lng! };
    });
    const radiuses = query.get('radiuses')?.split(';') ?? [];
    const straight = query.get('continue_straight') ?? 'default';
    if (!['default', 'true', 'false'].includes(straight))
      return answerJson(response, { message: 'Query string malformed', code: 'InvalidQuery' }, 400);
    if (query.get('geometries') !== 'polyline' || query.get('steps') !== 'true' || radiuses.length !== stops.length)
      return answerJson(response, { message: 'Query string malformed', code: 'InvalidQuery' }, 400);
    if (!stops.every((stop) => boundsContain(LAND, stop)))
      return answerJson(response, { message: 'Could not find a matching segment', code: 'NoSegment' }, 400);
    const legs = legsOf(stops).map((pieces) => {
      const steps = pieces.map(({ line, meters }, index) => osrmStep(line, meters, index === 0 ? 'depart' : 'turn'));
      const last = pieces.at(-1)!.line.at(-1)!;
      const distance = sum(pieces.map(({ meters }) => meters));
      const arrival = osrmStep([last, last], 0, 'arrive');
      return { distance, duration: distance / METERS_PER_SECOND, summary: '', weight: 1, steps: [...steps, arrival] };
    });
    if (query.get('waypoints') === `0;${stops.length - 1}`) legs.splice(0, legs.length, osrmLegOf(legs));
    return answerJson(response, { code: 'Ok', routes: [{ legs, weight_name: 'routability' }], waypoints: [] });
  });
}

type OsrmLeg = {
  distance: number;
  duration: number;
  summary: string;
  weight: number;
  steps: ReturnType<typeof osrmStep>[];
};

/** Joins legs as a server does at points that are no waypoints. */
function osrmLegOf(legs: readonly OsrmLeg[]): OsrmLeg {
  const steps = legs.flatMap((leg, index) => (index < legs.length - 1 ? leg.steps.slice(0, -1) : leg.steps));
  const duration = sum(legs.map((leg) => leg.duration));
  return { distance: sum(legs.map((leg) => leg.distance)), duration, summary: '', weight: 1, steps };
}

function osrmStep(line: readonly LatLng[], meters: number, type: 'depart' | 'turn' | 'arrive') {
  const { lat, lng } = line[0]!;
  return {
    geometry: encodePolyline(line),
    mode: 'driving',
    driving_side: 'right',
    name: 'Landstrasse',
    ref: '28',
    distance: meters,
    duration: meters / METERS_PER_SECOND,
    weight: 1,
    intersections: [],
    maneuver: { type, ...(type === 'turn' && { modifier: 'slight left' }), location: [lng, lat], bearing_after: 0 },
  };
}

export const GOOGLE_KEY = 'a-key-of-google';

/** Answers like Google: https://developers.google.com/maps/documentation/directions/get-directions */
export function serveGoogle(): Promise<Served> {
  return serve((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url!, 'http://google');
    const refuse = (status: string) => answerJson(response, { routes: [], status });
    if (pathname !== '/maps/api/directions/json') return answerJson(response, {}, 404);
    if (query.get('key') !== GOOGLE_KEY) return refuse('REQUEST_DENIED');
    const between = query.get('waypoints')?.split('|') ?? [];
    const stops = [query.get('origin'), ...between, query.get('destination')].map((text): LatLng => {
      const [lat, lng] = (text ?? '').split(',').map(Number);
      return { lat: lat!, lng: lng! };
    });
    if (stops.some(({ lat, lng }) => !Number.isFinite(lat + lng))) return refuse('INVALID_REQUEST');
    if (!stops.every((stop) => boundsContain(LAND, stop))) return refuse('ZERO_RESULTS');
    const legs = legsOf(stops).map((pieces) => ({
      ...googleLength(sum(pieces.map(({ meters }) => meters))),
      steps: pieces.map(({ line, meters }, index) => ({
        ...googleLength(meters),
        ...(index > 0 && { maneuver: 'turn-slight-left' }),
        start_location: line[0],
        end_location: line.at(-1),
        travel_mode: 'DRIVING',
        html_instructions: 'Turn <b>left</b> onto <b>Landstrasse &amp; Bahnhof</b><div style="a">Toll road</div>',
        polyline: { points: encodePolyline(line) },
      })),
    }));
    return answerJson(response, { routes: [{ legs, summary: '28', warnings: [] }], status: 'OK' });
  });
}

function googleLength(meters: number) {
  const seconds = Math.round(meters / METERS_PER_SECOND);
  return {
    distance: { text: `${(meters / 1_000).toFixed(1)} km`, value: Math.round(meters) },
    duration: { text: `${seconds} s`, value: seconds },
  };
}
