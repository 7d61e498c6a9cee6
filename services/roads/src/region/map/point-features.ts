import type { Tags } from '../extract/primitives.js';
import type { MapFeature, Properties } from './feature-store.js';
import { named } from './names.js';

/** Zoom from which a place has its name, by the value of `place`. */
const PLACES: Readonly<Record<string, { kind: 'locality' | 'neighbourhood'; minZoom: number }>> = {
  city: { kind: 'locality', minZoom: 7 },
  town: { kind: 'locality', minZoom: 8 },
  village: { kind: 'locality', minZoom: 10 },
  hamlet: { kind: 'locality', minZoom: 12 },
  isolated_dwelling: { kind: 'locality', minZoom: 14 },
  suburb: { kind: 'neighbourhood', minZoom: 12 },
  quarter: { kind: 'neighbourhood', minZoom: 13 },
  neighbourhood: { kind: 'neighbourhood', minZoom: 14 },
};

/** Bounds of the classes of the schema's `population_rank`, the largest last. */
const POPULATIONS = [200, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 5e6, 1e7, 2e7, 5e7, 1e8, 1e9];
/** Places without a population, by the value of `place`. */
const TYPICAL: Readonly<Record<string, number>> = { city: 100_000, town: 10_000, village: 1_000, hamlet: 100 };

/** Points of interest that drivers look for: by tag and value, with the zoom of their names. */
const POINTS: readonly { key: string; value: string; kind: string; minZoom: number }[] = [
  { key: 'natural', value: 'peak', kind: 'peak', minZoom: 12 },
  { key: 'natural', value: 'volcano', kind: 'peak', minZoom: 12 },
  { key: 'mountain_pass', value: 'yes', kind: 'pass', minZoom: 11 },
  { key: 'natural', value: 'saddle', kind: 'pass', minZoom: 13 },
  { key: 'tourism', value: 'viewpoint', kind: 'viewpoint', minZoom: 14 },
];

/** Returns what a node is on the map: a place, a peak, a pass or a viewpoint; null if it is none or has no name. */
export function pointOf(tags: Tags): MapFeature | null {
  const name = named(tags);
  if (name.name === undefined) return null;
  return settlementOf(tags, name) ?? interestOf(tags, name);
}

function settlementOf(tags: Tags, name: Properties): MapFeature | null {
  const detail = tags.get('place') ?? '';
  const found = PLACES[detail];
  if (!found) return null;
  const population = Number.parseInt(tags.get('population') ?? '', 10) || TYPICAL[detail] || 0;
  const rank = POPULATIONS.filter((bound) => population >= bound).length;
  const properties = {
    kind: found.kind,
    kind_detail: detail,
    ...name,
    min_zoom: found.minZoom,
    population_rank: rank,
    sort_key: found.minZoom * POPULATIONS.length - rank,
    ...(tags.get('capital') === 'yes' && { capital: 'yes' }),
  };
  return { layer: 'places', properties, minZoom: found.minZoom };
}

function interestOf(tags: Tags, name: Properties): MapFeature | null {
  const found = POINTS.find(({ key, value }) => tags.get(key) === value);
  if (!found) return null;
  const meters = metersOf(tags.get('ele'));
  const properties = {
    kind: found.kind,
    ...name,
    min_zoom: found.minZoom,
    ...(meters !== null && { elevation: meters }),
  };
  return { layer: 'pois', properties, minZoom: found.minZoom };
}

/** Returns the height of a tag in whole meters; null if it is none on this planet. */
function metersOf(text: string | undefined): number | null {
  const found = /^(-?\d{1,4}(?:\.\d+)?)\s*(m|ft|')?$/.exec(text ?? '');
  if (!found) return null;
  const value = Number(found[1]);
  const meters = Math.round(found[2] === undefined || found[2] === 'm' ? value : value * 0.3048);
  return meters < 9_000 ? meters : null;
}
