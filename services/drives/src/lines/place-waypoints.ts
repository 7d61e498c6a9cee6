import type { Places } from '@switchback/platform/places/places';
import type { WaypointInput } from '@switchback/proto/drives/v1/service';
import { oneLine } from '@switchback/tracks/features/plain-text';
import type { PlacedWaypoint } from '@switchback/tracks/waypoints/place-on-line';

/** The points of a form and their fault, if any. */
export interface Placing {
  points: PlacedWaypoint[];
  fault: string | null;
}

/**
 * Places the points of a form; skips slots that were never filled. Reports too many points or an unknown place as a
 * fault.
 */
export async function placeAll(
  inputs: readonly WaypointInput[],
  places: Pick<Places, 'place'>,
  max: number,
): Promise<Placing> {
  const filled = inputs.filter(isFilled);
  if (filled.length > max) return { points: [], fault: `At most ${max} points.` };
  const placed = await Promise.all(filled.map((input) => placeOf(input, places)));
  const unknown = filled[placed.indexOf(null)];
  return {
    points: placed.filter((point) => point !== null),
    fault: unknown ? `The place “${unknown.label.slice(0, 60)}” was not found.` : null,
  };
}

async function placeOf(
  { label, location, placeId, near }: WaypointInput,
  places: Pick<Places, 'place'>,
): Promise<PlacedWaypoint | null> {
  const kind = near ? { near } : {};
  if (location) return { label: oneLine(label), location, ...kind };
  const place = await places.place(placeId);
  return place && { label: oneLine(label) || place.label, location: place.location, ...kind };
}

/** Returns whether a slot of the form has a place. */
export function isFilled({ location, placeId }: WaypointInput): boolean {
  return location !== undefined || placeId !== '';
}
