import { ProductError } from '@switchback/platform/errors';
import type { Places } from '@switchback/platform/places/places';
import type { Directions } from '@switchback/proto/drives/v1/drive';
import type { Call } from '@switchback/platform/rpc/call';
import { type FactsOfLine, LineFacts } from '../roads/line-facts.js';
import { heightColumns, type HeightColumns, type LineContent, lineContentOf } from './drive-content.js';
import {
  isLarge,
  type LineProgram,
  programSlots,
  runLineProgram,
  type Turn,
} from '@switchback/platform/process/line-program';
import { withFoundManeuvers } from './found-maneuvers.js';
import { refuseRoute } from '../lines/refuse-route.js';
import { measureRoute } from './measure-route.js';
import type { PlacedWaypoint } from '@switchback/tracks/waypoints/place-on-line';

/** The columns that a measured route determines by itself. */
export interface RouteContent {
  content: LineContent;
  directionsSource: string | null;
  approximate: boolean;
}

/** The columns that a measured route determines, with those that follow from the map. */
export interface MeasuredContent extends RouteContent {
  content: LineContent & { route: HeightColumns['route'] };
  scenery: FactsOfLine['scenery'];
}

export interface MeasureInput {
  directions: Directions;
  waypoints: readonly PlacedWaypoint[];
}

export type MeasuredOrRefusal = { measured: RouteContent } | { refused: ProductError['fields'] };

/**
 * A line of 200,000 points takes a heap of 64 MB and 3 s of CPU time; slower processors may take twice as long. Next to
 * the service, the process fits in the 512 MB of its container.
 */
export const MEASURE_ROUTE: LineProgram = {
  path: './measure-route-process',
  from: import.meta.url,
  slots: programSlots(20),
  heap: 80,
  cpuSeconds: 6,
};

/**
 * Measures a route, a large one in a child process, and adds what the map knows about its line.
 * @param call of the author, whose turn a large line takes.
 * @throws ProductError like {@link measureRoute}; `tooManyRequests` if too many large lines of the
 * person wait; the signal's reason.
 */
export async function measureContent(
  input: MeasureInput,
  places: Places,
  facts: LineFacts,
  call: Call,
): Promise<MeasuredContent> {
  const person = call.caller?.userId ?? '';
  const route = await measure(input, places, { person, signal: call.signal });
  const { content, directionsSource, approximate } = route;
  const { path, elevation } = content.route;
  const { heights, scenery } = await facts.of({ path, elevation, directionsSource, approximate }, call, person);
  const columns = heightColumns(heights);
  const find = (legs: readonly string[]) => facts.maneuversOf(legs, call, person);
  const waypoints = approximate ? content.route.waypoints : await withFoundManeuvers(content.route, find);
  const risen = {
    drive: { ...content.drive, ...columns.drive },
    route: { ...content.route, waypoints, ...columns.route },
  };
  return { ...route, scenery, content: { ...content, ...risen } };
}

async function measure(input: MeasureInput, places: Places, turn: Turn): Promise<RouteContent> {
  if (!isLarge(input.directions.legs.map(({ path }) => path))) return contentOfRoute(input, places);
  const broken: MeasuredOrRefusal = {
    refused: refuseRoute('directions', 'The line is too large or too complex to be measured.').fields,
  };
  const open = () => Promise.resolve([Buffer.from(JSON.stringify(input))]);
  const answer = await runLineProgram<MeasuredOrRefusal>(MEASURE_ROUTE, open, { broken, turn });
  if ('refused' in answer) throw new ProductError('invalidInput', { fields: answer.refused });
  return answer.measured;
}

export function contentOfRoute({ directions, waypoints }: MeasureInput, places: Places): RouteContent {
  const route = measureRoute(directions, waypoints);
  const { source } = route;
  const approximate = source === 'approximate';
  return {
    content: lineContentOf(route, places),
    directionsSource: approximate || source === 'track' ? null : source,
    approximate,
  };
}
