import type { Tags } from '../extract/primitives.js';
import type { MapFeature } from './feature-store.js';
import { named } from './names.js';
import { ZOOMS } from './zooms.js';

/** Kinds of land by tag and value, where the name of the kind differs from the value. */
const LAND: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  landuse: {
    forest: 'forest',
    farmland: 'farmland',
    farmyard: 'farmland',
    orchard: 'farmland',
    vineyard: 'farmland',
    meadow: 'grassland',
    grass: 'grass',
    village_green: 'village_green',
    recreation_ground: 'park',
    allotments: 'allotments',
    residential: 'residential',
    industrial: 'industrial',
    quarry: 'industrial',
    commercial: 'residential',
    retail: 'residential',
    cemetery: 'cemetery',
    military: 'military',
  },
  natural: {
    wood: 'wood',
    scrub: 'scrub',
    heath: 'scrub',
    grassland: 'grassland',
    glacier: 'glacier',
    sand: 'sand',
    beach: 'beach',
    bare_rock: 'barren',
    scree: 'barren',
    wetland: 'wetland',
  },
  leisure: {
    park: 'park',
    garden: 'park',
    nature_reserve: 'nature_reserve',
    golf_course: 'golf_course',
    playground: 'playground',
  },
  boundary: { national_park: 'national_park', protected_area: 'protected_area' },
  amenity: {
    hospital: 'hospital',
    school: 'school',
    university: 'university',
    college: 'college',
    grave_yard: 'cemetery',
  },
  aeroway: { aerodrome: 'aerodrome' },
  tourism: { zoo: 'zoo' },
  highway: { pedestrian: 'pedestrian' },
};

const WATER_LANDUSE = new Set(['reservoir', 'basin']);
/** Few buildings are seen as such before the streets around them. */
const BUILDING_MIN_ZOOM = ZOOMS.max;

/** Returns what a closed way or a multipolygon covers; null if it is no area of the map. */
export function areaOf(tags: Tags): MapFeature | null {
  if (isWater(tags)) {
    const kind = tags.get('water') === 'river' || tags.get('waterway') === 'riverbank' ? 'river_area' : 'water';
    return { layer: 'water', properties: { kind, ...named(tags) }, minZoom: ZOOMS.min };
  }
  const building = tags.get('building') ?? 'no';
  if (building !== 'no') return { layer: 'buildings', properties: { kind: 'building' }, minZoom: BUILDING_MIN_ZOOM };
  for (const [key, kinds] of Object.entries(LAND)) {
    const kind = kinds[tags.get(key) ?? ''];
    if (kind !== undefined) return { layer: 'landuse', properties: { kind }, minZoom: ZOOMS.min };
  }
  return null;
}

function isWater(tags: Tags): boolean {
  return (
    tags.get('natural') === 'water' ||
    tags.get('waterway') === 'riverbank' ||
    WATER_LANDUSE.has(tags.get('landuse') ?? '')
  );
}

const WATERWAYS: Readonly<Record<string, { kind: 'river' | 'stream'; minZoom: number }>> = {
  river: { kind: 'river', minZoom: 9 },
  canal: { kind: 'river', minZoom: 12 },
  stream: { kind: 'stream', minZoom: ZOOMS.max },
};

/** Returns the river or stream of a way; null if it is none. */
export function waterwayOf(tags: Tags): MapFeature | null {
  const found = WATERWAYS[tags.get('waterway') ?? ''];
  if (!found || (tags.get('tunnel') ?? 'no') !== 'no') return null;
  return { layer: 'water', properties: { kind: found.kind, ...named(tags) }, minZoom: found.minZoom };
}

/** Returns the border that a relation draws; null unless it is one of a country or of a state. */
export function borderOf(tags: Tags): MapFeature | null {
  if (tags.get('boundary') !== 'administrative') return null;
  const level = Number(tags.get('admin_level'));
  if (level !== 2 && level !== 4) return null;
  const kind = level === 2 ? 'country' : 'region';
  return { layer: 'boundaries', properties: { kind, kind_detail: level }, minZoom: ZOOMS.min };
}
