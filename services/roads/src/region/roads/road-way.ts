import type { Tags } from '../extract/primitives.js';

/** A way that may be part of a curvy road. */
export interface RoadWay {
  name: string | null;
  /** The first of several numbers. */
  ref: string | null;
  /** As the map says it; null if it does not. */
  surface: string | null;
  isUnpaved: boolean;
}

/** Through roads in the country. Motorways, slip roads, residential streets, service roads and tracks are none. */
const HIGHWAYS = new Set(['trunk', 'primary', 'secondary', 'tertiary', 'unclassified', 'road']);

/** Keys that say who may drive, the most specific first: it overrides the rest. */
const ACCESS_KEYS = ['motorcar', 'motor_vehicle', 'vehicle', 'access'] as const;
const OPEN_TO_ALL = new Set(['yes', 'permissive', 'designated', 'public', 'official', 'unknown']);

const UNPAVED = new Set(
  'unpaved gravel fine_gravel compacted dirt earth ground grass mud sand pebblestone rock woodchips salt'.split(' '),
);
const NAME_CHARS_MAX = 100;

/** Returns null for a way that is no part of a road that is worth driving for its curves. */
export function roadWayOf(tags: Tags): RoadWay | null {
  if (!HIGHWAYS.has(tags.get('highway') ?? '') || !isOpen(tags) || isSpecial(tags)) return null;
  const surface = textOf(tags, 'surface')?.toLowerCase() ?? null;
  return {
    name: tags.get('noname') === 'yes' ? null : textOf(tags, 'name'),
    ref: textOf(tags, 'ref')?.split(';', 1)[0]!.trim() || null,
    surface,
    isUnpaved: surface !== null && UNPAVED.has(surface.split(';', 1)[0]!),
  };
}

function isOpen(tags: Tags): boolean {
  for (const key of ACCESS_KEYS) {
    const access = tags.get(key);
    if (access !== undefined) return OPEN_TO_ALL.has(access);
  }
  return true;
}

/** Reports roundabouts, carriageways of one direction, squares, and roads of ice. */
function isSpecial(tags: Tags): boolean {
  const is = (key: string) => (tags.get(key) ?? 'no') !== 'no';
  return is('junction') || is('oneway') || is('dual_carriageway') || is('area') || is('ice_road') || is('winter_road');
}

function textOf(tags: Tags, key: string): string | null {
  const text = tags.get(key)?.trim() ?? '';
  return text === '' || text.length > NAME_CHARS_MAX ? null : text;
}
