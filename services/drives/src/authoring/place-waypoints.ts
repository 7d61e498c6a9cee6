import type { Places } from '@switchback/platform/places/places';
import type { WaypointInput } from '@switchback/proto/drives/v1/service';
import { oneLine } from '../import/plain-text.js';
import { refuseRoute } from './measure-route.js';
import type { PlacedWaypoint } from './place-on-line.js';

/**
 * Those with a place; the others are slots that were never filled.
 * @throws ProductError `invalidInput` under `waypoints` for too many, or a place that nobody knows.
 */
export async function placeAll(
  inputs: readonly WaypointInput[],
  places: Pick<Places, 'place'>,
  max: number,
): Promise<PlacedWaypoint[]> {
  const filled = inputs.filter(isFilled);
  if (filled.length > max) throw refuseRoute('waypoints', `At most ${max} points.`);
  return Promise.all(
    filled.map(async ({ label, location, placeId }) => {
      if (location) return { label: oneLine(label), location };
      const place = await places.place(placeId);
      if (!place) throw refuseRoute('waypoints', `Nobody knows the place “${label.slice(0, 60)}”.`);
      return { label: oneLine(label) || place.label, location: place.location };
    }),
  );
}

/** Whether a slot of the form has a place. */
export function isFilled({ location, placeId }: WaypointInput): boolean {
  return location !== undefined || placeId !== '';
}
