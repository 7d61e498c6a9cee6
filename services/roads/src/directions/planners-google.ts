import { decodePart, type MapsPage } from './maps-url-page.js';
import { isStop, pointOf, stopOf, stopsOf, type UrlStop } from './written-point.js';

/**
 * Reads `/maps/dir/Asheville/35.2,-82.7/Brevard/@…/data=!…`: the path holds the stops, the data their coordinates and
 * the dragged points.
 */
export function googlePath({ path }: MapsPage): UrlStop[] {
  const [, route] = /\/dir\/(.*)$/.exec(path) ?? [];
  if (!route) return [];
  const parts = route.split('/');
  const end = parts.findIndex((part) => /^(?:@|data=|am=)/.test(part));
  const names = parts.slice(0, end === -1 ? undefined : end).map(decodePart);
  if (names.at(-1) === '') names.pop();
  const slots = slotsOfData(decodePart(parts.find((part) => part.startsWith('data=')) ?? ''));
  if (names.every((name) => !isStop(name)))
    return slots.flatMap(({ own, dragged }) => [...(own ? [own] : []), ...dragged]);
  if (slots.length === names.length) {
    return names.flatMap((name, index) => {
      const { own, dragged } = slots[index]!;
      return [...placed(name, own), ...dragged];
    });
  }
  const stops = stopsOf(names, 'latLng');
  const unplaced = stops.filter(({ location }) => location === null);
  const points = slots.flatMap(({ own }) => own ?? []);
  // Each named stop has its point in the data, in order; if the counts differ, they cannot be matched.
  if (unplaced.length === points.length) unplaced.forEach((stop, index) => (stop.location = points[index]!.location));
  return stops;
}

function placed(name: string, own: UrlStop | null): UrlStop[] {
  if (!isStop(name)) return own ? [own] : [];
  const { label, location } = stopOf(name);
  return [{ label, location: location ?? own?.location ?? null }];
}

/** Reads `/maps/embed?pb=!…!4m5!1s…!2sName!3m2!1d35.6!2d-82.5…`, the source of an embedded map: latitude first. */
export function googleEmbed({ path, query }: MapsPage): UrlStop[] {
  if (!/\/embed/.test(path)) return [];
  const tokens = (query.first('pb') ?? '').split('!');
  let label = '';
  return tokens.flatMap((token, at) => {
    if (/^4m\d+$/.test(token)) label = '';
    if (token.startsWith('2s')) label = token.slice(2);
    if (token !== '3m2') return [];
    const [lat, lng] = [coordinateOf('1d', tokens[at + 1]), coordinateOf('2d', tokens[at + 2])];
    return lat && lng ? (pairOf(lat, lng, label) ?? []) : [];
  });
}

/** Reads `?q=from:Asheville+to:Brevard` of older addresses. */
export function googleSearch({ query }: MapsPage): UrlStop[] {
  const [, route = ''] = /^from(?::|\s)(.*)$/i.exec(query.first('q') ?? '') ?? [];
  return stopsOf(route.split(/\s+to(?::|\s)/i), 'latLng');
}

interface Slot {
  own: UrlStop | null;
  dragged: UrlStop[];
}

/**
 * Reads one slot per stop from Google's data part: `!1m…` opens a stop, `!2m2!1d…!2d…` is its longitude and latitude,
 * `!8m2!3d…!4d…` its latitude and longitude, `!3m4!1m2!1d…!2d…` a point dragged between it and the next.
 */
function slotsOfData(data: string): Slot[] {
  const tokens = data.split('!').slice(1);
  const slots: Slot[] = [];
  tokens.forEach((token, at) => {
    const [before, after, afterNext] = [tokens[at - 1], tokens[at + 1], tokens[at + 2]];
    const isMessage = /^1m\d+$/.test(token);
    const isDragged = isMessage && /^3m\d+$/.test(before ?? '');
    const isId = isMessage && /^\d+s/.test(after ?? '');
    if (isMessage && !isDragged && !isId) slots.push({ own: null, dragged: [] });
    const slot = slots.at(-1);
    const point =
      isDragged || token === '2m2' ? lngFirst(after, afterNext) : token === '8m2' ? latFirst(after, afterNext) : null;
    if (!slot || !point) return;
    if (isDragged) slot.dragged.push(point);
    else slot.own ??= point;
  });
  return slots;
}

function lngFirst(first: string | undefined, second: string | undefined): UrlStop | null {
  const [lng, lat] = [coordinateOf('1d', first), coordinateOf('2d', second)];
  return lat && lng ? pairOf(lat, lng) : null;
}

function latFirst(first: string | undefined, second: string | undefined): UrlStop | null {
  const [lat, lng] = [coordinateOf('3d', first), coordinateOf('4d', second)];
  return lat && lng ? pairOf(lat, lng) : null;
}

function coordinateOf(field: string, token: string | undefined): string | null {
  return token?.startsWith(field) && /^-?\d+(?:\.\d+)?$/.test(token.slice(2)) ? token.slice(2) : null;
}

/** Returns a stop at a pair of numbers, named after them without a label; null outside the valid range. */
export function pairOf(lat: string, lng: string, label = ''): UrlStop | null {
  const location = pointOf(Number(lat), Number(lng));
  return location && { label: stopOf(label).label || `${lat}, ${lng}`, location };
}
