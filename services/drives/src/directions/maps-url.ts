import { LIMITS } from '@switchback/contracts/rules/limits';
import type { LatLng } from '@switchback/geo/location';

/** A stop of a route as the address of a maps page tells it: a name, a point, or both. */
export interface UrlStop {
  label: string;
  location: LatLng | null;
}

const COORDINATES = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/;
/** Hosts whose addresses hold a reference alone, and would have to be fetched. */
const SHORTENED = /^(?:maps\.app\.goo\.gl|goo\.gl|g\.co|bit\.ly|apple\.co|osm\.org)$/i;
const GOOGLE = /(?:^|\.)google(?:\.[a-z]{2,3}){1,2}$/i;

/**
 * The stops in the address of a maps page (Google, Apple, OpenStreetMap, Bing, GraphHopper and their like), in order;
 * nothing is fetched. Of more than nine the first eight and the last.
 * @returns null for what is no address of a page; fewer than two stops where it tells of no route.
 */
export function readMapsUrl(text: string): UrlStop[] | null {
  const url = parse(text);
  if (!url) return null;
  if (SHORTENED.test(url.hostname)) return [];
  const stops = READERS.map((read) => read(url)).find((found) => found.length >= 2) ?? [];
  return stops.length <= LIMITS.waypointsMax ? stops : [...stops.slice(0, LIMITS.waypointsMax - 1), stops.at(-1)!];
}

function parse(text: string): URL | null {
  const trimmed = text.trim();
  const address = /^[a-z][a-z\d+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) && url.hostname.includes('.') ? url : null;
}

const READERS: readonly ((url: URL) => UrlStop[])[] = [
  googlePath,
  googleQuery,
  startAndEnd,
  openStreetMap,
  bing,
  repeatedPoints,
];

/** `/maps/dir/Asheville/35.2,-82.7/Brevard/@…/data=!…`: stops in the path; the data part holds the points of the named ones. */
function googlePath(url: URL): UrlStop[] {
  const [, route] = /\/maps\/dir\/(.*)$/.exec(url.pathname) ?? [];
  if (!route || !GOOGLE.test(url.hostname)) return [];
  const parts = route.split('/');
  const end = parts.findIndex((part) => /^(?:@|data=|am=)/.test(part));
  const names = parts.slice(0, end === -1 ? undefined : end).filter((part) => part !== '');
  const points = pointsOfData(parts.find((part) => part.startsWith('data=')) ?? '');
  const stops = names.map((name) => stopOf(decode(name)));
  const unplaced = stops.filter(({ location }) => location === null);
  // Each named stop has its point in the data, in order; where the counts differ nobody knows which is whose.
  if (unplaced.length === points.length) unplaced.forEach((stop, index) => (stop.location = points[index]!));
  return stops;
}

/** Points of stops in Google's data part: `!1d` is the longitude, `!2d` the latitude. */
function pointsOfData(data: string): LatLng[] {
  return [...data.matchAll(/!2m2!1d(-?\d+(?:\.\d+)?)!2d(-?\d+(?:\.\d+)?)/g)].flatMap(
    ([, lng, lat]) => pointOf(Number(lat), Number(lng)) ?? [],
  );
}

/** `?api=1&origin=…&waypoints=a|b&destination=…`, and `?saddr=…&daddr=a+to:b` of older addresses and of Apple. */
function googleQuery(url: URL): UrlStop[] {
  const { searchParams: query } = url;
  const between = (query.get('waypoints') ?? '').split('|');
  const names = query.has('origin')
    ? [query.get('origin'), ...between, query.get('destination')]
    : [query.get('saddr'), ...(query.get('daddr') ?? '').split(/\s+to:\s*/i)];
  return stopsOf(names);
}

/** `?source=…&waypoint=…&destination=…` of Apple's newer addresses, and `from`, `to` of others. */
function startAndEnd(url: URL): UrlStop[] {
  const { searchParams: query } = url;
  const start = query.get('source') ?? query.get('from');
  const end = query.get('destination') ?? query.get('to');
  return stopsOf([start, ...query.getAll('waypoint'), ...query.getAll('via'), end]);
}

/** `/directions?route=35.6,-82.5;35.2,-82.7` */
function openStreetMap(url: URL): UrlStop[] {
  return stopsOf((url.searchParams.get('route') ?? '').split(';'));
}

/** `?rtp=pos.35.6_-82.5_Asheville~adr.Brevard` */
function bing(url: URL): UrlStop[] {
  const stops = (url.searchParams.get('rtp') ?? '').split('~').map((part) => {
    const [, lat, lng, label = ''] = /^pos\.(-?[\d.]+)_(-?[\d.]+)(?:_([^_]*))?/.exec(part) ?? [];
    const location = lat && lng ? pointOf(Number(lat), Number(lng)) : null;
    if (location) return { label: label || `${lat}, ${lng}`, location };
    return { label: /^adr\.(.*)$/.exec(part)?.[1]?.trim() ?? '', location: null };
  });
  return stops.filter(({ label }) => label !== '');
}

/** `?point=35.6,-82.5&point=…` of GraphHopper, `?loc=…&loc=…` of OSRM's page. */
function repeatedPoints(url: URL): UrlStop[] {
  const { searchParams: query } = url;
  return stopsOf(query.has('point') ? query.getAll('point') : query.getAll('loc'));
}

function stopsOf(names: readonly (string | null)[]): UrlStop[] {
  return names.flatMap((name) => (name?.trim() ? [stopOf(name)] : []));
}

function stopOf(name: string): UrlStop {
  const label = name.trim().slice(0, LIMITS.waypointLabelMax);
  const [, lat, lng] = COORDINATES.exec(label) ?? [];
  return { label, location: lat && lng ? pointOf(Number(lat), Number(lng)) : null };
}

function pointOf(lat: number, lng: number): LatLng | null {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part;
  }
}
