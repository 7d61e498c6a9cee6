import { lineLengthMeters } from '@switchback/geo/parts';
import { decodePolyline, PolylineError } from '@switchback/geo/polyline';
import { ProductError } from '@switchback/platform/errors';
import type { Places } from '@switchback/platform/places/places';
import type { Directions } from '@switchback/proto/drives/v1/drive';
import { type DriveContent, labelOf, lineContentOf } from '../drive-content.js';
import { runLineProgram } from '../line-program.js';
import { type LineTag, lineTags } from '../scenery/line-tags.js';
import { measureRoute, refuseRoute } from './measure-route.js';
import type { LineWaypoint, PlacedWaypoint } from './place-on-line.js';

/** Limits for measuring in this process, which takes a few dozen milliseconds. */
const CHARACTERS_MAX = 24_000;
const METERS_MAX = 1_000_000;

/** The columns that a measured route determines. */
export interface MeasuredContent {
  content: DriveContent;
  waypoints: LineWaypoint[];
  source: string;
  lineTags: LineTag[];
}

export interface MeasureInput {
  directions: Directions;
  waypoints: readonly PlacedWaypoint[];
}

export type MeasuredOrRefusal = { measured: MeasuredContent } | { refused: ProductError['fields'] };

/**
 * Measures a route; a large one in a child process.
 * @throws ProductError like {@link measureRoute}; `unavailable` if too many large lines wait; the signal's reason.
 */
export async function measureContent(
  input: MeasureInput,
  places: Places,
  signal?: AbortSignal,
): Promise<MeasuredContent> {
  if (!isLarge(input.directions)) return contentOfRoute(input, places);
  const broken: MeasuredOrRefusal = {
    refused: refuseRoute('directions', 'The line is too large or too complex to be measured.').fields,
  };
  const open = () => Promise.resolve([Buffer.from(JSON.stringify(input))]);
  const answer = await runLineProgram<MeasuredOrRefusal>('measure-route', open, { broken, signal });
  if ('refused' in answer) throw new ProductError('invalidInput', { fields: answer.refused });
  return answer.measured;
}

export function contentOfRoute({ directions, waypoints }: MeasureInput, places: Places): MeasuredContent {
  const route = measureRoute(directions, waypoints);
  const labelled = route.waypoints.map((waypoint) => ({
    ...waypoint,
    label: waypoint.label || labelOf(waypoint.location, places),
  }));
  const { path, source } = route;
  return { content: lineContentOf(route, places), waypoints: labelled, source, lineTags: lineTags(path) };
}

/**
 * Returns whether a route is too large for this process. Checks its length too: a few points far apart become many once
 * resampled.
 */
function isLarge({ legs }: Directions): boolean {
  if (legs.reduce((sum, { path }) => sum + path.length, 0) > CHARACTERS_MAX) return true;
  try {
    return legs.reduce((sum, { path }) => sum + lineLengthMeters(decodePolyline(path)), 0) > METERS_MAX;
  } catch (error) {
    if (error instanceof PolylineError) return false;
    throw error;
  }
}
