import type { LatLng } from '@switchback/geo/location';
import type { Places } from '@switchback/platform/places/places';
import type { ParseMapsUrlResponse } from '@switchback/proto/roads/v1/service';
import { labelOf } from '@switchback/platform/places/line-places';
import { leftOutStops, limitStops } from '@switchback/tracks/waypoints/choose-waypoints';
import { nearestTo, readShortCode } from './plus-code.js';
import { isWrittenPair, type UrlStop } from './written-point.js';

const UNCERTAIN =
  'Coordinates of the address were not used, because it is not certain which number is the latitude: please place these stops.';

/** Places the stops of an address: names are looked up; coordinates in an unknown order stay without a place. */
export async function placeUrlStops(
  stops: readonly UrlStop[],
  places: Pick<Places, 'autocomplete' | 'place' | 'address'>,
): Promise<ParseMapsUrlResponse> {
  const limited = limitStops(stops);
  const waypoints = limited.map(async ({ label, location }) => {
    const found = location ?? (await locate(label, places));
    return { label: label || (found ? labelOf(found, places) : ''), location: found ?? undefined };
  });
  const isUncertain = limited.some(({ label, location }) => location === null && isWrittenPair(label));
  const notes = [isUncertain ? UNCERTAIN : '', leftOutStops('address', stops.length)];
  return { waypoints: await Promise.all(waypoints), note: notes.filter(Boolean).join(' ') };
}

async function locate(name: string, places: Pick<Places, 'autocomplete' | 'place'>): Promise<LatLng | null> {
  if (name === '' || isWrittenPair(name)) return null;
  const code = readShortCode(name);
  const town = code && (await lookUp(code.town, places));
  return town ? nearestTo(town, code) : lookUp(name, places);
}

async function lookUp(name: string, places: Pick<Places, 'autocomplete' | 'place'>): Promise<LatLng | null> {
  const [hit] = await places.autocomplete(name, 'place', 1);
  return hit ? ((await places.place(hit.value))?.location ?? null) : null;
}
