import { spreadElevations } from '@switchback/geo/elevation';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline, FINE_PRECISION } from '@switchback/geo/polyline';
import { z } from 'zod';
import { maneuversOf, type RouterTurn, valhallaType } from './maneuvers.js';
import {
  type Ends,
  ROAD_WITHIN_METERS,
  type Routed,
  type RoutedLeg,
  type ThroughOptions,
  type TrackKind,
  type Via,
} from './router.js';

/**
 * Valhalla's requests and responses: https://valhalla.github.io/valhalla/api/turn-by-turn/api-reference/ Its own format
 * encodes lines with precision 6, whatever `shape_format` asks for.
 */
const OPTIONS = { costing: 'auto', units: 'kilometers', language: 'en-US' };
/** Asks for heights along the way, in meters, too. Loops do without: most are discarded, and none shows its heights. */
const WITH_HEIGHTS = { ...OPTIONS, elevation_interval: 30 };

/** Roads on which nobody wants to be sent to a point. */
const VIA_ROADS = { max_road_class: 'primary', exclude_tunnel: true, exclude_ramp: true };

const NO_ROAD_NEAR = 171;
/** Error codes and messages for no road near a place, no route, or one that exceeds its limits. */
const NO_WAY: ReadonlyMap<number, string> = new Map([
  [150, 'Exceeded max locations'],
  [153, 'Too many shape points'],
  [154, 'Path distance exceeds the max distance limit'],
  [170, 'Locations are in unconnected regions'],
  [NO_ROAD_NEAR, 'No suitable edges near location'],
  [172, 'Exceeded breakage distance for all pairs'],
  [441, 'Location is unreachable'],
  [442, 'No path could be found for input'],
  [443, 'Exact route match algorithm failed to find path'],
  [444, 'Map Match algorithm failed to find path'],
]);

/** Roads that were built without heights have -500 m everywhere; the lowest road of the earth is at -430 m. */
const LOWEST_ROAD_METERS = -450;

/** In meters. Valhalla's own servers accept a radius of 100 by default. */
const COARSE = { search_radius: 100, gps_accuracy: 30 };

/** Valhalla accepts 16,000 by default; a longer track is thinned to every second, third and so on. */
const TRACK_POINTS_MAX = 15_000;

const trip = z.object({
  legs: z
    .array(
      z.object({
        shape: z.string(),
        /** Meters, at equal steps; absent in older servers, no elevations in roads that were built without. */
        elevation: z.array(z.number().nullable()).default([]),
        elevation_interval: z.number().default(0),
        summary: z.object({ length: z.number(), time: z.number() }),
        maneuvers: z
          .array(
            z.object({
              type: z.number(),
              instruction: z.string(),
              begin_shape_index: z.number().int().min(0),
              /** Kilometers. */
              length: z.number().default(0),
              highway: z.boolean().default(false),
              street_names: z.array(z.string()).default([]),
              roundabout_exit_count: z.number().optional(),
              sign: z.object({ exit_number_elements: z.array(z.object({ text: z.string() })).default([]) }).optional(),
            }),
          )
          .default([]),
      }),
    )
    .min(1),
});
const answer = z.object({ trip });
const refusal = z.object({ error_code: z.number(), error: z.string().default('') });

export function routeRequest(waypoints: readonly LatLng[]): object {
  const locations = waypoints.map(({ lat, lng }) => ({
    lat,
    lon: lng,
    type: 'break',
    search_cutoff: ROAD_WITHIN_METERS,
  }));
  return { ...WITH_HEIGHTS, locations };
}

/** Least classes of the roads at via points, preferred first: neither driveways nor dead ends of a village. */
const VIA_ROAD_CLASSES = ['tertiary', 'unclassified'] as const;

/**
 * Finds a route through points.
 * @param ask sends a request and returns its response.
 * @throws Error as {@link readTrip} does.
 */
export async function findThrough(
  ends: Ends,
  vias: readonly Via[],
  options: ThroughOptions,
  ask: (request: object) => Promise<unknown>,
): Promise<Routed | null> {
  for (const roadClass of VIA_ROAD_CLASSES) {
    const body = await ask(throughRequest(ends, vias, options, roadClass));
    const routed = readTrip(body);
    if (routed || refusal.safeParse(body).data?.error_code !== NO_ROAD_NEAR) return routed;
  }
  return null;
}

function throughRequest(
  { start, end }: Ends,
  vias: readonly Via[],
  { curvy, unpaved, isShown, turnsAround, withinMeters }: ThroughOptions,
  min_road_class: (typeof VIA_ROAD_CLASSES)[number],
): object {
  const stop = ({ lat, lng }: LatLng) => ({ lat, lon: lng, type: 'break', search_cutoff: ROAD_WITHIN_METERS });
  const between = vias.map(({ location: { lat, lng }, isOnRoad }) => ({
    lat,
    lon: lng,
    type: turnsAround ? 'break' : isShown ? 'through' : 'break_through',
    ...(isOnRoad
      ? { search_cutoff: ROAD_WITHIN_METERS }
      : { search_cutoff: withinMeters, search_filter: { min_road_class, ...VIA_ROADS } }),
  }));
  const auto = { use_highways: curvy ? 0 : 0.3, exclude_unpaved: !unpaved, use_tracks: 0, use_ferry: 0 };
  const shown = isShown ? WITH_HEIGHTS : { ...OPTIONS, directions_type: 'none' };
  return { ...shown, costing_options: { auto }, locations: [stop(start), ...between, stop(end)] };
}

/** @param breaks indexes of the track's points between legs. */
export function matchRequest(track: readonly LatLng[], breaks: readonly number[], kind: TrackKind): object {
  const stops = new Set(breaks);
  const stride = Math.ceil(track.length / TRACK_POINTS_MAX);
  const shape = track.flatMap(({ lat, lng }, index) => {
    if (stops.has(index)) return [{ lat, lon: lng, type: 'break' }];
    return index % stride === 0 ? [{ lat, lon: lng, type: 'via' }] : [];
  });
  const reach = kind === 'coarse' ? { trace_options: COARSE } : {};
  return { ...WITH_HEIGHTS, shape_match: 'map_snap', shape, ...reach };
}

/**
 * @returns null if Valhalla has no roads there or found no route.
 * @throws Error if the body is not a response of Valhalla, or reports a failure.
 */
export function readTrip(body: unknown): Routed | null {
  const parsed = answer.safeParse(body);
  if (!parsed.success) {
    const refused = refusal.safeParse(body).data;
    if (refused && NO_WAY.has(refused.error_code)) return null;
    const text = refused ? `: ${refused.error_code} ${refused.error.slice(0, 200)}` : 'with an unreadable response.';
    throw new Error(`Valhalla answered${text}`);
  }
  const legs = parsed.data.trip.legs.map(
    ({ shape, summary, maneuvers: turns, elevation, elevation_interval }): RoutedLeg => {
      const heights = elevation.map((height) => (height === null || height < LOWEST_ROAD_METERS ? NaN : height));
      const path = spreadElevations(decodePolyline(shape, FINE_PRECISION), heights, elevation_interval);
      // Loops are asked for without.
      const maneuvers = turns.length === 0 ? undefined : maneuversOf(path, turns.map(turnOf));
      const motorwayMeters = turns.reduce((sum, { highway, length }) => sum + (highway ? 1_000 * length : 0), 0);
      const [distanceMeters, durationSeconds] = [summary.length * 1_000, summary.time];
      return { path, distanceMeters, durationSeconds, maneuvers, motorwayMeters };
    },
  );
  return { source: 'valhalla', legs };
}

type Turn = z.infer<typeof answer>['trip']['legs'][number]['maneuvers'][number];

function turnOf({ type, instruction, begin_shape_index, street_names, roundabout_exit_count, sign }: Turn): RouterTurn {
  const [exit] = sign?.exit_number_elements ?? [];
  return {
    type: valhallaType(type),
    pathIndex: begin_shape_index,
    road: street_names[0] ?? '',
    exit: exit?.text ?? roundabout_exit_count?.toString(),
    text: instruction,
  };
}

/**
 * Converts an error of the library, which has only a message, prefixed with that of the call.
 * @returns the refusal in Valhalla's HTTP format, for {@link readTrip}; null if the message is not a known refusal.
 */
export function errorOf(words: string): z.infer<typeof refusal> | null {
  const [code, error] = [...NO_WAY].find(([, said]) => words.includes(said)) ?? [];
  return code === undefined || error === undefined ? null : { error_code: code, error };
}
