import { LIMITS } from '@switchback/contracts/rules/limits';
import { z } from 'zod';
import { decodePart, type MapsPage } from './maps-url-page.js';
import { googleEmbed, googlePath, googleSearch, pairOf } from './planners-google.js';
import { type AxisOrder, isStop, stopOf, stopsOf, type UrlStop } from './written-point.js';

type Reader = (page: MapsPage, order: AxisOrder) => UrlStop[];

/** A route planner: the hosts of its pages, the coordinate that it writes first, and what it adds to common addresses. */
interface Planner {
  hosts: RegExp;
  order: AxisOrder;
  read?: readonly Reader[];
}

/** Lists only hosts whose addresses were checked; the order of other hosts is unknown. */
const PLANNERS: readonly Planner[] = [
  {
    hosts: /(?:^|\.)google(?:\.[a-z]{2,3}){1,2}$/,
    order: 'latLng',
    read: [googlePath, googleEmbed, startAndEnd, googleSearch],
  },
  { hosts: /(?:^|\.)maps\.apple\.com$/, order: 'latLng' },
  { hosts: /(?:^|\.)waze\.com$/, order: 'latLng', read: [waze] },
  { hosts: /(?:^|\.)(?:openstreetmap\.org|osm\.org|osmand\.net)$/, order: 'latLng' },
  { hosts: /(?:^|\.)bing\.com$/, order: 'latLng' },
  { hosts: /(?:^|\.)(?:here|hereapi)\.com$/, order: 'latLng', read: [here] },
  { hosts: /(?:^|\.)(?:graphhopper\.com|kurviger\.(?:com|de))$/, order: 'latLng' },
  { hosts: /^(?:map\.project-osrm\.org|routing\.openstreetmap\.de)$/, order: 'latLng' },
  { hosts: /(?:^|\.)mapquest\.com$/, order: 'latLng', read: [mapQuest] },
  { hosts: /(?:^|\.)yandex(?:\.[a-z]{2,3}){1,2}$/, order: 'latLng' },
  {
    hosts: /(?:^|\.)(?:omaps\.app|organicmaps\.app|comaps\.(?:app|at)|maps\.me|ge0\.me)$/,
    order: 'latLng',
    read: [mapsMe],
  },
  { hosts: /(?:^|\.)komoot\.(?:com|de)$/, order: 'latLng', read: [komoot] },
  {
    hosts: /(?:^|\.)citymapper\.com$/,
    order: 'latLng',
    read: [namedPoints(['startname', 'startcoord'], ['endname', 'endcoord'])],
  },
  { hosts: /(?:^|\.)cycle\.travel$/, order: 'latLng', read: [namedPoints(['from', 'fromll'], ['to', 'toll'])] },
  { hosts: /(?:^|\.)transitapp\.com$/, order: 'latLng' },
  { hosts: /^(?:classic-)?maps\.openrouteservice\.org$/, order: 'latLng', read: [flatList('a')] },
  { hosts: /^api\.openrouteservice\.org$/, order: 'lngLat' },
  { hosts: /(?:^|\.)mapy\.(?:com|cz)$/, order: 'lngLat' },
  { hosts: /^valhalla\.openstreetmap\.de$/, order: 'lngLat', read: [flatList('wps')] },
  { hosts: /(?:^|\.)mapbox\.com$/, order: 'lngLat', read: [pairsInPath(/\/directions\/v\d\/.*\/([^/]+)$/)] },
  { hosts: /(?:^|\.)2gis\.[a-z]{2,3}$/, order: 'lngLat', read: [pairsInPath(/\/(?:points|from)\/(.*)$/)] },
];

/** Addresses of many planners, and of any host; those that name the axes, or whose form fixes the order, ignore it. */
const COMMON: readonly Reader[] = [
  lonLats,
  osrmPath,
  namedAxes,
  (page, order) => (page.query.has('dll') ? mapsMe(page, order) : []),
  startAndEnd,
  separated('route', ';'),
  separated('rtext', '~'),
  bing,
  flatList('wps'),
  repeatedPoints,
];

/** Reads the stops of a page; of a host that is not listed, places only those whose order is certain. */
export function stopsOfPage(page: MapsPage): UrlStop[] {
  const planner = PLANNERS.find(({ hosts }) => hosts.test(page.host));
  for (const read of [...(planner?.read ?? []), ...COMMON]) {
    const stops = planner ? read(page, planner.order) : doubted(read, page);
    if (stops.length >= 2) return stops;
  }
  return [];
}

/** Returns the stops in the order in which more of them lie on earth; if both are possible, none where they differ. */
function doubted(read: Reader, page: MapsPage): UrlStop[] {
  const [usual, turned] = [read(page, 'latLng'), read(page, 'lngLat')];
  const count = (stops: readonly UrlStop[]) => stops.filter(({ location }) => location !== null).length;
  if (count(usual) !== count(turned)) return count(usual) > count(turned) ? usual : turned;
  return usual.map(({ label, location }, index) => {
    const other = turned[index]?.location;
    const isCertain = location?.lat === other?.lat && location?.lng === other?.lng;
    return { label, location: isCertain ? location : null };
  });
}

/** Parameters of start and end, which several planners share. */
const ENDS = [
  ['origin', 'destination'],
  ['saddr', 'daddr'],
  ['source', 'destination'],
  ['from', 'to'],
  ['start', 'end'],
  ['start', 'finish'],
  ['fromplace', 'toplace'],
  ['departure', 'arrival'],
] as const;

/**
 * Reads `?origin=…&waypoints=a|b&destination=…` of Google, `?saddr=…&daddr=a+to:b` of older addresses, where `daddr`
 * may repeat, `source`, `waypoint`, `destination` of Apple Maps, `from`, `to` of Waze, `start`, `end` of OsmAnd.
 */
function startAndEnd({ query }: MapsPage, order: AxisOrder): UrlStop[] {
  const between = query.all('waypoints', 'waypoint', 'via').flatMap((text) => text.split(/[;|]/));
  const routes = ENDS.map(([start, end]) => {
    const ends = query.all(end).flatMap((text) => text.split(/[\s+]+to:[\s+]*/i));
    return stopsOf([...query.all(start), ...between, ...ends], order);
  });
  // A site may have a parameter of such a name for something else: both ends count for more than one.
  return routes.reduce((best, route) => (route.length > best.length ? route : best));
}

/** Reads `?to=ll.35.2,-82.7&from=…`, and `?ll=…` of links that open the app. */
function waze({ query }: MapsPage, order: AxisOrder): UrlStop[] {
  return stopsOf([query.first('from'), query.first('to', 'll', 'q')], order);
}

const STARTS = ['from', 'start', 'orig', 'origin', 'source', 'pickup'];
const TARGETS = ['to', 'end', 'dest', 'destination', 'dropoff'];
const VIAS = Array.from({ length: LIMITS.waypointsMax }, (_, at) => `via${at}`);

/** Reads parameters that name the axis: `from_lat` and `from_lon`, `lat_to` and `lon_to`, `orig_lat` and `orig_lon`. */
function namedAxes({ query }: MapsPage): UrlStop[] {
  const keys = new Map(query.names().map((name) => [name.replace(/[^a-z\d]/g, ''), name]));
  const valueOf = (role: string, axes: readonly string[]) =>
    query.first(...axes.flatMap((axis) => keys.get(`${role}${axis}`) ?? keys.get(`${axis}${role}`) ?? []));
  const pointAt = (role: string) => {
    const lat = valueOf(role, ['lat', 'latitude']);
    const lng = valueOf(role, ['lng', 'lon', 'long', 'longitude']);
    const isPair = [lat, lng].every((value) => value !== undefined && /^-?\d+(?:\.\d+)?$/.test(value));
    return isPair ? (pairOf(lat!, lng!, query.first(`${role}name`, `${role}_name`)) ?? []) : [];
  };
  return [...STARTS.flatMap(pointAt).slice(0, 1), ...VIAS.flatMap(pointAt), ...TARGETS.flatMap(pointAt).slice(0, 1)];
}

/** Reads names and points of one stop in two parameters; both may repeat. */
function namedPoints(...stops: readonly (readonly [name: string, point: string])[]): Reader {
  return ({ query }, order) =>
    stops.flatMap(([nameKey, pointKey]) => {
      const [names, points] = [query.all(nameKey), query.all(pointKey)];
      return Array.from({ length: Math.max(names.length, points.length) }, (_, at) => {
        const [name, point] = [stopOf(names[at] ?? '', order), stopOf(points[at] ?? '', order)];
        return { label: name.label || point.label, location: point.location ?? name.location };
      });
    });
}

/** Reads `route?sll=35.6,-82.5&saddr=Asheville&dll=…&daddr=…`; elsewhere `sll` is the center of a search. */
function mapsMe(page: MapsPage, order: AxisOrder): UrlStop[] {
  return namedPoints(['saddr', 'sll'], ['daddr', 'dll'])(page, order);
}

/** Reads the stops of one parameter: `?route=35.6,-82.5;35.2,-82.7` of OpenStreetMap, `?rtext=…~…` of Yandex. */
function separated(name: string, separator: string): Reader {
  return ({ query }, order) => stopsOf((query.first(name) ?? '').split(separator), order);
}

/** Reads a parameter that lists the numbers of all points: `?wps=-82.5,35.6,-82.7,35.2`. */
function flatList(name: string): Reader {
  return ({ query }, order) => {
    const numbers = (query.first(name) ?? '').split(',').map((text) => text.trim());
    const pairs = Array.from({ length: Math.floor(numbers.length / 2) }, (_, at) => numbers.slice(2 * at, 2 * at + 2));
    return stopsOf(
      pairs.filter((pair) => pair.every((text) => /^-?\d+(?:\.\d+)?$/.test(text))).map((pair) => pair.join(',')),
      order,
    );
  };
}

/** Reads every pair of decimals in a part of the path. */
function pairsInPath(part: RegExp): Reader {
  return ({ path }, order) => {
    const [, text = ''] = part.exec(path) ?? [];
    return stopsOf(decodePart(text).match(/-?\d{1,3}\.\d+,-?\d{1,3}\.\d+/g) ?? [], order);
  };
}

/** Reads `/route/v1/driving/-82.5,35.6;-82.7,35.2` of any OSRM server: longitude first. */
function osrmPath(page: MapsPage): UrlStop[] {
  return pairsInPath(/\/(?:route|trip|match)\/v\d\/[^/]+\/([^/]+)$/)(page, 'lngLat');
}

/** Reads `#map=…&lonlats=-82.5,35.6;-82.7,35.2` of BRouter: longitude first, optionally followed by a name. */
function lonLats({ query }: MapsPage): UrlStop[] {
  return (query.first('lonlats') ?? '').split(/[;|]/).flatMap((part) => {
    const [, lng, lat, label] = /^(-?\d{1,3}(?:\.\d+)?),(-?\d{1,2}(?:\.\d+)?)(?:,(.*))?$/.exec(part.trim()) ?? [];
    return lng && lat ? (pairOf(lat, lng, label) ?? []) : [];
  });
}

const HERE_PLACE = z.object({ name: z.string().default(''), latitude: z.number(), longitude: z.number() });

/**
 * Reads `/directions/drive/Asheville:35.6,-82.5/…` of HERE WeGo, `/r/35.6,-82.5,Asheville/…` of its shared links; a
 * place may be encoded, as in `e-eyJuYW1lIjoi…`.
 */
function here({ path }: MapsPage, order: AxisOrder): UrlStop[] {
  const [, route = ''] = /^\/(?:directions\/[a-zA-Z]+|r)\/(.*)$/.exec(path) ?? [];
  return route
    .split('/')
    .map(decodePart)
    .filter((text) => isStop(text) && text !== 'mylocation')
    .map((text) => encodedPlace(text) ?? stopOf(text, order));
}

function encodedPlace(text: string): UrlStop | null {
  const [, encoded] = /^e-(eyJ[\w+/=-]+)$/.exec(text) ?? [];
  if (encoded === undefined) return null;
  try {
    const { name, latitude, longitude } = HERE_PLACE.parse(JSON.parse(Buffer.from(encoded, 'base64').toString()));
    return pairOf(String(latitude), String(longitude), name);
  } catch {
    return null;
  }
}

/** Reads `/directions/from/us/nc/asheville-282/to/near-35.2,-82.7`. */
function mapQuest({ path }: MapsPage, order: AxisOrder): UrlStop[] {
  const [, route = ''] = /\/from\/(.*)$/.exec(path) ?? [];
  const stops = route.split(/\/to\//).map((part) => {
    const [place = '', ...regions] = part.split('/').filter(Boolean).map(decodePart).reverse();
    if (stopOf(place, order).location) return place;
    const name = place.replace(/-\d{5,}$/, '').replaceAll('-', ' ');
    return regions[0] ? `${name}, ${regions[0].replaceAll('-', ' ')}` : name;
  });
  return stopsOf(stops, order);
}

/** Reads `?p[0][loc]=35.6,-82.5&p[1][loc]=…`, with names in `p[0][name]`. */
function komoot(page: MapsPage, order: AxisOrder): UrlStop[] {
  const keys = page.query.names().filter((name) => /^p\[\d+\]\[loc\]$/.test(name));
  return keys.flatMap((key) => namedPoints([key.replace('[loc]', '[name]'), key])(page, order));
}

/** Reads `?rtp=pos.35.6_-82.5_Asheville~adr.Brevard`. */
function bing({ query }: MapsPage): UrlStop[] {
  const parts = (query.first('rtp') ?? '').split('~').filter(Boolean);
  return parts.map((part) => {
    const [, lat, lng, label] = /^pos\.(-?[\d.]+)_(-?[\d.]+)(?:_([^_]*))?/i.exec(part) ?? [];
    const placed = lat && lng ? pairOf(lat, lng, label) : null;
    return placed ?? stopOf(part.replace(/^adr\./i, ''));
  });
}

/** Reads `?point=35.6,-82.5_Asheville&point=…` of GraphHopper and Kurviger, `?loc=…&loc=…` of OSRM's page. */
function repeatedPoints({ query }: MapsPage, order: AxisOrder): UrlStop[] {
  return stopsOf(query.has('point') ? query.all('point') : query.all('loc'), order);
}
