import type { LatLng } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
import { z } from 'zod';
import { fetchJson } from './fetch-json.js';
import { joined } from './joined.js';
import { maneuversOf, osrmType, type RouterTurn } from './maneuvers.js';
import { type Ends, ROAD_WITHIN_METERS, type Routed, type Router, type ThroughOptions, type Via } from './router.js';

const maneuver = z.object({
  type: z.string(),
  modifier: z.string().optional(),
  exit: z.number().optional(),
});
const step = z.object({
  geometry: z.string(),
  name: z.string().default(''),
  ref: z.string().default(''),
  mode: z.string().default(''),
  exits: z.string().optional(),
  distance: z.number().default(0),
  /** Absent from servers whose roads were prepared without their classes. */
  intersections: z.array(z.object({ classes: z.array(z.string()).default([]) })).default([]),
  maneuver,
});
type Step = z.infer<typeof step>;

const answer = z.object({
  code: z.string(),
  routes: z
    .array(
      z.object({
        legs: z.array(z.object({ distance: z.number(), duration: z.number(), steps: z.array(step).min(1) })),
      }),
    )
    .optional(),
});
const OPTIONS = { overview: 'false', steps: 'true', geometries: 'polyline', alternatives: 'false' };
const NO_WAY = ['NoRoute', 'NoSegment', 'TooBig'];

/** An OSRM over HTTP: https://project-osrm.org/docs/v5.24.0/api/#route-service */
export class OsrmRouter implements Router {
  constructor(private readonly base: string) {}

  route(waypoints: readonly LatLng[], signal: AbortSignal): Promise<Routed | null> {
    return this.ask(waypoints, { radiuses: waypoints.map(() => ROAD_WITHIN_METERS).join(';') }, signal);
  }

  /** Cannot avoid highways or unpaved roads: a server may have roads that were prepared without their classes. */
  through(
    { start, end }: Ends,
    vias: readonly Via[],
    { isShown, turnsAround, withinMeters }: ThroughOptions,
    signal: AbortSignal,
  ): Promise<Routed | null> {
    const between = vias.map(({ isOnRoad }) => (isOnRoad ? ROAD_WITHIN_METERS : Math.round(withinMeters)));
    const radiuses = [ROAD_WITHIN_METERS, ...between, ROAD_WITHIN_METERS].join(';');
    const points = [start, ...vias.map(({ location }) => location), end];
    const inOneLeg = isShown && { waypoints: `0;${points.length - 1}` };
    return this.ask(points, { radiuses, continue_straight: String(!turnsAround), ...inOneLeg }, signal);
  }

  private async ask(
    waypoints: readonly LatLng[],
    options: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Routed | null> {
    const points = waypoints.map(({ lat, lng }) => `${lng},${lat}`).join(';');
    const query = new URLSearchParams({ ...OPTIONS, ...options });
    const { body } = await fetchJson(`${this.base}/route/v1/driving/${points}?${query.toString()}`, signal);
    const { code, routes } = answer.parse(body);
    if (NO_WAY.includes(code)) return null;
    const [route] = routes ?? [];
    if (code !== 'Ok' || !route) throw new Error(`OSRM answered ${code.slice(0, 60)}.`);
    const legs = route.legs.map(({ distance, duration, steps }) => {
      const { path, starts } = joined(steps.map(({ geometry }) => decodePolyline(geometry)));
      const turns = steps.map((turn, index) => turnOf(turn, starts[index]!));
      const motorwayMeters = steps.filter(isMotorway).reduce((sum, one) => sum + one.distance, 0);
      const maneuvers = maneuversOf(path, turns);
      return { path, distanceMeters: distance, durationSeconds: duration, maneuvers, motorwayMeters };
    });
    return { source: 'osrm', legs };
  }
}

function isMotorway({ intersections }: Step): boolean {
  return intersections[0]?.classes.includes('motorway') ?? false;
}

function turnOf(turn: Step, pathIndex: number): RouterTurn {
  const { name, ref, mode, exits, maneuver } = turn;
  return {
    type: osrmType(maneuver.type, maneuver.modifier ?? '', mode),
    pathIndex,
    road: name || ref,
    exit: exits ?? maneuver.exit?.toString(),
    text: instructionOf(turn),
  };
}

/** Builds an instruction: OSRM describes a turn only by type and modifier. */
function instructionOf({ name, ref, mode, maneuver: { type, modifier = 'straight', exit } }: Step): string {
  const road = name || ref;
  const onto = road === '' ? '' : ` onto ${road}`;
  if (mode === 'ferry') return `Take the ferry${onto}`;
  if (type === 'arrive') return 'Arrive';
  if (type === 'depart') return `Drive${road === '' ? ' off' : ` along ${road}`}`;
  if (type === 'roundabout' || type === 'rotary')
    return `Enter the roundabout${exit === undefined ? '' : ` and take exit ${exit}`}${onto}`;
  if (type === 'merge') return `Merge${onto}`;
  if (type === 'on ramp' || type === 'off ramp') return `Take the ramp${onto}`;
  if (modifier === 'uturn') return `Make a U-turn${onto}`;
  if (modifier === 'straight' || type === 'new name') return `Continue${onto}`;
  return `${type === 'fork' ? 'Keep' : 'Turn'} ${modifier}${onto}`;
}
