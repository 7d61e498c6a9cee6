import type { LatLng } from '@switchback/geo/location';

/** Apps that follow several stops. */
export const MAPS_APPS = ['google', 'apple'] as const;
export type MapsApp = (typeof MAPS_APPS)[number];

/** Google's limits of a link (developers.google.com/maps/documentation/urls), in a phone's browser and elsewhere. */
const WAYPOINTS_MAX = { phone: 3, wide: 9 };

const DECIMALS = 5;

/** Returns the maximum number of waypoints of a link. */
export function waypointsMax(app: MapsApp, isPhone: boolean): number {
  return app === 'google' && isPhone ? WAYPOINTS_MAX.phone : WAYPOINTS_MAX.wide;
}

/**
 * Returns the link of a leg: from its first point to its last, or from the current location through all of them. Without
 * an origin, Google Maps navigates at once.
 */
export function legLink(app: MapsApp, leg: readonly LatLng[], { fromHere }: { fromHere: boolean }): string {
  const points = leg.map(text);
  const start = fromHere ? '' : (points[0] ?? '');
  const stops = points.slice(fromHere ? 0 : 1, -1);
  const end = points.at(-1) ?? '';
  if (app === 'google')
    return address('https://www.google.com/maps/dir/', [
      ['api', '1'],
      ['travelmode', 'driving'],
      ['dir_action', fromHere ? 'navigate' : ''],
      ['origin', start],
      ['destination', end],
      ['waypoints', stops.join('|')],
    ]);
  // Apple's unified Maps URLs; without a source, from the current location.
  return address('https://maps.apple.com/directions', [
    ['mode', 'driving'],
    ['source', start],
    ['destination', end],
    ...stops.map((stop): [string, string] => ['waypoint', stop]),
  ]);
}

/** Returns a Waze link to one place, from the current location: Waze supports a single destination. */
export function wazeLink(place: LatLng): string {
  return address('https://waze.com/ul', [
    ['ll', text(place)],
    ['navigate', 'yes'],
  ]);
}

function text({ lat, lng }: LatLng): string {
  return `${Number(lat.toFixed(DECIMALS))},${Number(lng.toFixed(DECIMALS))}`;
}

function address(base: string, query: readonly (readonly [string, string])[]): string {
  const input = query.filter(([, value]) => value !== '').map(([name, value]) => [name, value] as [string, string]);
  return `${base}?${new URLSearchParams(input)}`;
}
