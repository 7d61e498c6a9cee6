import type { Tags } from '../extract/primitives.js';
import type { MapFeature } from './feature-store.js';
import { named } from './names.js';

interface RoadKind {
  kind: 'highway' | 'major_road' | 'minor_road' | 'path' | 'other' | 'rail';
  minZoom: number;
}

/** Kinds by the value of `highway`. Drivers look for country roads: these come before residential streets. */
const HIGHWAYS: Readonly<Record<string, RoadKind>> = {
  motorway: { kind: 'highway', minZoom: 7 },
  trunk: { kind: 'major_road', minZoom: 7 },
  primary: { kind: 'major_road', minZoom: 7 },
  secondary: { kind: 'major_road', minZoom: 8 },
  tertiary: { kind: 'major_road', minZoom: 10 },
  unclassified: { kind: 'minor_road', minZoom: 11 },
  residential: { kind: 'minor_road', minZoom: 12 },
  living_street: { kind: 'minor_road', minZoom: 12 },
  road: { kind: 'minor_road', minZoom: 12 },
  raceway: { kind: 'minor_road', minZoom: 12 },
  service: { kind: 'minor_road', minZoom: 13 },
  track: { kind: 'path', minZoom: 13 },
  pedestrian: { kind: 'path', minZoom: 13 },
  path: { kind: 'path', minZoom: 14 },
  footway: { kind: 'path', minZoom: 14 },
  cycleway: { kind: 'path', minZoom: 14 },
  bridleway: { kind: 'path', minZoom: 14 },
  steps: { kind: 'path', minZoom: 14 },
};

const RAILS: Readonly<Record<string, number>> = { rail: 10, light_rail: 12, narrow_gauge: 11, funicular: 13, tram: 14 };
const LINK = '_link';

/** Returns the road, railway, ferry or runway of a way; null if it is none. */
export function roadOf(tags: Tags): MapFeature | null {
  const highway = tags.get('highway');
  if (highway !== undefined) return highwayOf(highway, tags);
  const railMinZoom = RAILS[tags.get('railway') ?? ''];
  if (railMinZoom !== undefined)
    return isMinorTrack(tags) ? null : road('rail', tags.get('railway')!, railMinZoom, tags);
  if (tags.get('route') === 'ferry') return road('other', 'ferry', 9, tags);
  const aeroway = tags.get('aeroway');
  if (aeroway === 'runway' || aeroway === 'taxiway')
    return road('other', aeroway, aeroway === 'runway' ? 10 : 13, tags);
  return null;
}

function highwayOf(value: string, tags: Tags): MapFeature | null {
  const isLink = value.endsWith(LINK);
  const detail = isLink ? value.slice(0, -LINK.length) : value;
  const found = HIGHWAYS[detail];
  // The area of a square is drawn as an area.
  if (!found || tags.get('area') === 'yes') return null;
  const minZoom = isLink ? Math.max(found.minZoom, 11) : found.minZoom;
  const made = road(found.kind, detail, minZoom, tags);
  return isLink ? { ...made, properties: { ...made.properties, is_link: true } } : made;
}

function road(kind: RoadKind['kind'], detail: string, minZoom: number, tags: Tags): MapFeature {
  const is = (key: string) => tags.has(key) && tags.get(key) !== 'no';
  const ref = tags.get('ref');
  const properties = {
    kind,
    kind_detail: detail,
    min_zoom: minZoom,
    ...named(tags),
    ...(is('bridge') && { is_bridge: true }),
    ...(is('tunnel') && { is_tunnel: true }),
    ...(ref !== undefined && shieldOf(ref)),
  };
  return { layer: 'roads', properties, minZoom };
}

/** Sidings and the tracks of yards. */
function isMinorTrack(tags: Tags): boolean {
  return tags.has('service');
}

/**
 * Returns network and text of the shield of a road with this `ref`; the first of several numbers. Networks are named as
 * OpenStreetMap names them.
 */
function shieldOf(ref: string): { ref: string; shield_text: string; network?: string } {
  const first = ref.split(';', 1)[0]!.trim();
  const numbered = /^(I|US|[A-Z]{2})[ -]?(\d{1,4}[A-Z]?)$/.exec(first);
  if (!numbered) return { ref: first, shield_text: first.replaceAll(' ', '') };
  const [, prefix, number] = numbered;
  if (prefix === 'I' || prefix === 'US') return { ref: first, shield_text: number!, network: `US:${prefix}` };
  return { ref: first, shield_text: first };
}
