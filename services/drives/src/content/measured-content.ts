import { ProductError } from '@switchback/platform/errors';
import type { Places } from '@switchback/platform/places/places';
import type { Directions } from '@switchback/proto/drives/v1/drive';
import { type LineContent, lineContentOf } from './drive-content.js';
import type { HeightColumns, Heights } from '../elevation/heights.js';
import { isLarge, MEASURE_ROUTE, runLineProgram, type Turn } from '../lines/line-program.js';
import { type LineTag, lineTags } from '../scenery/line-tags.js';
import { refuseRoute } from '../lines/refuse-route.js';
import { measureRoute } from './measure-route.js';
import type { PlacedWaypoint } from '@switchback/tracks/waypoints/place-on-line';

/** The columns that a measured route determines, but for its heights. */
export interface RouteContent {
  content: LineContent;
  directionsSource: string | null;
  approximate: boolean;
  lineTags: LineTag[];
}

/** The columns that a measured route determines. */
export interface MeasuredContent extends RouteContent {
  content: LineContent & { route: HeightColumns['route'] };
}

export interface MeasureInput {
  directions: Directions;
  waypoints: readonly PlacedWaypoint[];
}

export type MeasuredOrRefusal = { measured: RouteContent } | { refused: ProductError['fields'] };

/**
 * Measures a route and derives its heights; those of a large one in a child process.
 * @throws ProductError like {@link measureRoute}; `tooManyRequests` if too many large lines of the
 * person wait; the signal's reason.
 */
export async function measureContent(
  input: MeasureInput,
  places: Places,
  heights: Heights,
  turn?: Turn,
): Promise<MeasuredContent> {
  const route = await measure(input, places, turn);
  return { ...route, content: await heights.addTo(route.content, route, turn) };
}

async function measure(input: MeasureInput, places: Places, turn?: Turn): Promise<RouteContent> {
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
  const { path, source } = route;
  const approximate = source === 'approximate';
  return {
    content: lineContentOf(route, places),
    directionsSource: approximate || source === 'track' ? null : source,
    approximate,
    lineTags: lineTags(path),
  };
}
