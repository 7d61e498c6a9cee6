import { LIMITS } from '@switchback/contracts/rules/limits';
import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import type { Maneuver } from '@switchback/proto/drives/v1/drive';

/** A maneuver as a router describes it. */
export interface RouterTurn {
  /** Words of ours, the same for all routers, with the direction: `turn slight left`. */
  type: string;
  /** Index of its point on the leg's path. */
  pathIndex: number;
  /** Empty if it has no name. */
  road: string;
  exit: string | undefined;
  text: string;
}

/**
 * Returns the maneuvers of a leg with their distances along its line; undefined if they are more than a drive may have, so
 * that the leg claims none.
 */
export function maneuversOf(path: readonly LatLng[], turns: readonly RouterTurn[]): Maneuver[] | undefined {
  if (turns.length > LIMITS.maneuversMax) return undefined;
  const line = path.map(stored);
  let [index, along] = [0, 0];
  return turns.map(({ type, pathIndex, road, exit, text }): Maneuver => {
    for (; index < Math.min(pathIndex, line.length - 1); index += 1)
      along += distanceMeters(line[index]!, line[index + 1]!);
    return {
      type: clipped(type, LIMITS.maneuverTypeMax),
      along: Math.round(along * 10) / 10,
      road: clipped(road, LIMITS.maneuverTextMax),
      exit: exit === undefined ? undefined : clipped(exit, LIMITS.maneuverExitMax),
      text: clipped(text, LIMITS.maneuverTextMax),
    };
  });
}

/** Rounds a point as a polyline does, so that distances are those along the line as it is sent and stored. */
function stored({ lat, lng }: LatLng): LatLng {
  return { lat: Math.round(lat * 1e5) / 1e5, lng: Math.round(lng * 1e5) / 1e5 };
}

function clipped(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : `${text.slice(0, charsMax - 1).trimEnd()}…`;
}

/** Valhalla's numbers: https://valhalla.github.io/valhalla/api/turn-by-turn/api-reference/#trip-legs-and-maneuvers */
const VALHALLA_TYPES: Readonly<Record<number, string>> = {
  1: 'start',
  2: 'start right',
  3: 'start left',
  4: 'destination',
  5: 'destination right',
  6: 'destination left',
  7: 'becomes',
  8: 'continue',
  9: 'turn slight right',
  10: 'turn right',
  11: 'turn sharp right',
  12: 'uturn right',
  13: 'uturn left',
  14: 'turn sharp left',
  15: 'turn left',
  16: 'turn slight left',
  17: 'ramp straight',
  18: 'ramp right',
  19: 'ramp left',
  20: 'exit right',
  21: 'exit left',
  22: 'keep straight',
  23: 'keep right',
  24: 'keep left',
  25: 'merge',
  26: 'roundabout',
  27: 'roundabout exit',
  28: 'ferry',
  29: 'ferry exit',
  37: 'merge right',
  38: 'merge left',
};

export function valhallaType(type: number): string {
  return VALHALLA_TYPES[type] ?? 'continue';
}

/** OSRM's words: https://project-osrm.org/docs/v5.24.0/api/#stepmaneuver-object */
const OSRM_TYPES: Readonly<Record<string, string>> = {
  depart: 'start',
  arrive: 'destination',
  'new name': 'becomes',
  'on ramp': 'ramp',
  'off ramp': 'exit',
  fork: 'keep',
  rotary: 'roundabout',
  'roundabout turn': 'turn',
  'exit rotary': 'roundabout exit',
  'exit roundabout': 'roundabout exit',
  'end of road': 'turn',
};
const WITHOUT_DIRECTION = new Set(['start', 'destination', 'becomes', 'continue', 'roundabout', 'roundabout exit']);

/** @param mode of the step, such as `ferry`. */
export function osrmType(type: string, modifier: string, mode: string): string {
  if (mode === 'ferry') return 'ferry';
  if (type === 'notification') return 'continue';
  if (modifier === 'uturn') return 'uturn';
  // Straight on without a fork is no choice.
  const ours = OSRM_TYPES[type] ?? (type === 'turn' && modifier === 'straight' ? 'continue' : type);
  // A road that bends with its name is `continue` with a direction: there the driver turns.
  const turns = ours === 'continue' && !['straight', ''].includes(modifier) ? 'turn' : ours;
  return WITHOUT_DIRECTION.has(turns) || modifier === '' ? turns : `${turns} ${modifier}`;
}
