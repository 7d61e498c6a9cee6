import { STOP_KINDS } from '@switchback/contracts/rules/region';
import { z } from 'zod';
import type { Tags } from '../extract/primitives.js';

/** Stops of a region; further ones are left out. */
export const STOPS_MAX = 500_000;

/** A place where a driver may want to stop, as the map knows it. */
export const mapStop = z.object({
  /** That of the map's node or way, after `n` or `w`. */
  id: z.string(),
  kind: z.enum(STOP_KINDS),
  name: z.string().nullable(),
  lat: z.number(),
  lng: z.number(),
  /** Opening hours, as the map writes them. */
  hours: z.string().nullable(),
  /** Those of a charger, each kind once. */
  sockets: z.array(z.string()).nullable(),
});
export type MapStop = z.output<typeof mapStop>;
export type StopFacts = Pick<MapStop, 'kind' | 'name' | 'hours' | 'sockets'>;
type StopKind = MapStop['kind'];

/** Kinds by tag and value. The first that fits counts: a fuel station with a café is one. */
const KINDS: readonly [key: string, values: readonly string[], kind: StopKind][] = [
  ['amenity', ['fuel'], 'fuel'],
  ['amenity', ['charging_station'], 'charger'],
  ['amenity', ['restaurant', 'cafe', 'fast_food', 'biergarten', 'ice_cream', 'pub'], 'food'],
  ['tourism', ['viewpoint'], 'view'],
  ['mountain_pass', ['yes'], 'pass'],
  ['natural', ['saddle'], 'pass'],
  ['amenity', ['toilets'], 'toilets'],
];
/** Sockets by the map's key. */
const SOCKETS: Readonly<Record<string, string>> = {
  type2_combo: 'CCS',
  type1_combo: 'CCS 1',
  chademo: 'CHAdeMO',
  nacs: 'NACS',
  tesla_supercharger: 'Tesla',
  type2: 'Type 2',
  type2_cable: 'Type 2',
  type1: 'Type 1',
  schuko: 'Schuko',
};
const CLOSED = new Set(['private', 'no', 'residents', 'permit']);
const TEXT_MAX = 200;

/** Returns what a node or an area offers drivers; null if nothing, or not to everyone. */
export function stopOf(tags: Tags): StopFacts | null {
  const found = KINDS.find(([key, values]) => values.includes(tags.get(key) ?? ''));
  if (!found || CLOSED.has(tags.get('access') ?? '')) return null;
  const kind = found[2];
  const name = textOf(tags, 'name') ?? (kind === 'fuel' || kind === 'charger' ? brandOf(tags) : null);
  // Without its name, a pass is a place like any other.
  if (kind === 'pass' && name === null) return null;
  return { kind, name, hours: textOf(tags, 'opening_hours'), sockets: kind === 'charger' ? socketsOf(tags) : null };
}

function brandOf(tags: Tags): string | null {
  return textOf(tags, 'brand') ?? textOf(tags, 'operator') ?? textOf(tags, 'network');
}

function socketsOf(tags: Tags): string[] {
  const offered = Object.entries(SOCKETS).filter(([key]) => (tags.get(`socket:${key}`) ?? 'no') !== 'no');
  return [...new Set(offered.map(([, name]) => name))];
}

function textOf(tags: Tags, key: string): string | null {
  const text = tags.get(key)?.trim() ?? '';
  return text === '' || text.length > TEXT_MAX ? null : text;
}
