import { pointOf, stopOf, stopsOf, type UrlStop } from './written-point.js';

/** A route planner: the hosts of its pages, and how to read stops from its addresses. */
interface Planner {
  hosts: RegExp;
  read: readonly ((url: URL) => UrlStop[])[];
}

/** In order; the last entry applies to every host. */
export const PLANNERS: readonly Planner[] = [
  { hosts: /(?:^|\.)google(?:\.[a-z]{2,3}){1,2}$/i, read: [googlePath, googleQuery] },
  { hosts: /(?:^|\.)(?:brouter|bikerouter)\./i, read: [brouter] },
  { hosts: /(?:^|\.)here\.com$/i, read: [here] },
  { hosts: /(?:^|\.)bing\.com$/i, read: [bing] },
  { hosts: /^/, read: [googleQuery, startAndEnd, routeParameter, bing, repeatedPoints] },
];

/**
 * Reads `/maps/dir/Asheville/35.2,-82.7/Brevard/@…/data=!…`: the path holds the stops, the data their coordinates and
 * the dragged points.
 */
function googlePath(url: URL): UrlStop[] {
  const [, route] = /\/maps\/dir\/(.*)$/.exec(url.pathname) ?? [];
  if (!route) return [];
  const parts = route.split('/');
  const end = parts.findIndex((part) => /^(?:@|data=|am=)/.test(part));
  const names = parts.slice(0, end === -1 ? undefined : end);
  if (names.at(-1) === '') names.pop();
  const stops = names.map((name) => stopOf(decode(name)));
  const slots = slotsOfData(parts.find((part) => part.startsWith('data=')) ?? '');
  if (slots.length === stops.length) {
    const placed = stops.flatMap(({ label, location }, index) => {
      const { own, dragged } = slots[index]!;
      return [{ label, location: location ?? own?.location ?? null }, ...dragged];
    });
    return placed.filter(({ label }) => label !== '');
  }
  const named = stops.filter(({ label }) => label !== '');
  const unplaced = named.filter(({ location }) => location === null);
  const points = slots.flatMap(({ own }) => own ?? []);
  // Each named stop has its point in the data, in order; if the counts differ, they cannot be matched.
  if (unplaced.length === points.length) unplaced.forEach((stop, index) => (stop.location = points[index]!.location));
  return named;
}

interface Slot {
  own: UrlStop | null;
  dragged: UrlStop[];
}

/**
 * Reads one slot per stop from Google's data part: `!1m…` opens a stop, `!2m2!1d…!2d…` is its longitude and latitude,
 * `!3m4!1m2!1d…!2d…` a point dragged between it and the next.
 */
function slotsOfData(data: string): Slot[] {
  const tokens = data.split('!').slice(1);
  const slots: Slot[] = [];
  tokens.forEach((token, at) => {
    const before = tokens[at - 1] ?? '';
    const after = tokens[at + 1] ?? '';
    const isDragged = /^1m\d+$/.test(token) && /^3m\d+$/.test(before);
    const isId = /^1m\d+$/.test(token) && /^1s/.test(after);
    if (/^1m\d+$/.test(token) && !isDragged && !isId) slots.push({ own: null, dragged: [] });
    const slot = slots.at(-1);
    const point = isDragged || /^2m2$/.test(token) ? dataPoint(after, tokens[at + 2] ?? '') : null;
    if (!slot || !point) return;
    if (isDragged) slot.dragged.push(point);
    else slot.own ??= point;
  });
  return slots;
}

function dataPoint(lng: string, lat: string): UrlStop | null {
  const isPoint = /^1d-?\d+(?:\.\d+)?$/.test(lng) && /^2d-?\d+(?:\.\d+)?$/.test(lat);
  return isPoint ? pairOf(lat.slice(2), lng.slice(2)) : null;
}

/**
 * Reads `?api=1&origin=…&waypoints=a|b&destination=…`, and `?saddr=…&daddr=a+to:b` of older addresses and Apple Maps.
 */
function googleQuery(url: URL): UrlStop[] {
  const { searchParams: query } = url;
  const between = (query.get('waypoints') ?? '').split('|');
  return query.has('origin') || query.has('waypoints')
    ? stopsOf([query.get('origin'), ...between, query.get('destination')])
    : stopsOf([query.get('saddr'), ...(query.get('daddr') ?? '').split(/\s+to:\s*/i)]);
}

/**
 * Reads `source`, `waypoint`, `destination` of newer Apple Maps addresses; `from`, `to` of Waze; `start`, `end` of
 * OsmAnd.
 */
function startAndEnd(url: URL): UrlStop[] {
  const { searchParams: query } = url;
  const first = (...names: string[]) => names.map((name) => query.get(name)).find(Boolean);
  const start = first('source', 'from', 'start');
  const end = first('destination', 'to', 'end', 'finish');
  const via = query.getAll('via').flatMap((text) => text.split(/[;|]/));
  return stopsOf([start, ...query.getAll('waypoint'), ...via, end]);
}

/** Reads `/directions?route=35.6,-82.5;35.2,-82.7` of OpenStreetMap. */
function routeParameter(url: URL): UrlStop[] {
  return stopsOf((url.searchParams.get('route') ?? '').split(';'));
}

/** Reads `#map=…&lonlats=-82.5,35.6;-82.7,35.2`: longitude first, optionally followed by a name. */
function brouter(url: URL): UrlStop[] {
  const text =
    `${url.search.slice(1)}&${url.hash.slice(1)}`.split('&').find((part) => /^\/?\??lonlats=/.test(part)) ?? '';
  return decode(text.slice(text.indexOf('=') + 1))
    .split(/[;|]/)
    .flatMap((part) => {
      const [, lng, lat, label] = /^(-?\d{1,3}(?:\.\d+)?),(-?\d{1,2}(?:\.\d+)?)(?:,(.*))?$/.exec(part.trim()) ?? [];
      return lng && lat ? (pairOf(lat, lng, label) ?? []) : [];
    });
}

/** Reads `/directions/drive/Asheville:35.6,-82.5/…` of HERE WeGo, `/r/35.6,-82.5,Asheville/…` of its shared links. */
function here(url: URL): UrlStop[] {
  const [, route = ''] = /^\/(?:directions\/[a-zA-Z]+|r)\/(.*)$/.exec(url.pathname) ?? [];
  const stops = route.split('/').map((part) => {
    const text = decode(part);
    const at = text.lastIndexOf(':');
    const point = stopOf(text.slice(at + 1));
    return at > 0 && point.location ? { ...stopOf(text.slice(0, at)), location: point.location } : stopOf(text);
  });
  return stops.filter(({ label }) => label !== '');
}

/** Reads `?rtp=pos.35.6_-82.5_Asheville~adr.Brevard`. */
function bing(url: URL): UrlStop[] {
  const stops = (url.searchParams.get('rtp') ?? '').split('~').map((part) => {
    const [, lat, lng, label] = /^pos\.(-?[\d.]+)_(-?[\d.]+)(?:_([^_]*))?/.exec(part) ?? [];
    const placed = lat && lng ? pairOf(lat, lng, label) : null;
    return placed ?? stopOf(/^adr\.(.*)$/.exec(part)?.[1] ?? '');
  });
  return stops.filter(({ label }) => label !== '');
}

/** Reads `?point=35.6,-82.5&point=…` of GraphHopper and Kurviger, `?loc=…&loc=…` of OSRM's page. */
function repeatedPoints(url: URL): UrlStop[] {
  const { searchParams: query } = url;
  return stopsOf(query.has('point') ? query.getAll('point') : query.getAll('loc'));
}

function pairOf(lat: string, lng: string, label?: string): UrlStop | null {
  const location = pointOf(Number(lat), Number(lng));
  return location && { label: label?.trim() ? stopOf(label).label : `${lat}, ${lng}`, location };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part;
  }
}
