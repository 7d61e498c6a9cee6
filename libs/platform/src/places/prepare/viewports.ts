import { boundsOfPath, expandBounds, unionBounds } from '@switchback/geo/bounds';
import type { Bounds, LatLng } from '@switchback/geo/location';
import type { RegionPart } from '../region-layer.js';
import type { RawCity, RawRegions } from './read-regions.js';

/** Parts with a smaller share of the population (Hawaii, overseas islands) do not widen the viewport of the whole. */
const MAIN_PART_SHARE = 0.01;
const MARGIN_METERS = 15_000;
/** Cities far from the bulk of their state are usually errors in the data. */
const OUTLIER_SHARE = 0.02;

/**
 * Computes a viewport for each country, then for each state. Shapes of countries reach far out to sea, so a country's
 * viewport encloses its cities on the main parts of its shape; that of a state of the United States encloses its shape;
 * that of any other state encloses its cities.
 */
export function viewportsOf(regions: RawRegions, countryShapes: RegionPart[], stateShapes: RegionPart[]): Bounds[] {
  const countryParts = groupBy(countryShapes, (part) => part.region);
  const stateParts = groupBy(stateShapes, (part) => part.region);
  const countryCities = groupBy(regions.cities, (city) => city.country);
  const stateCities = groupBy(regions.cities, (city) => city.state);
  const countries = regions.countries.map((country, index) => {
    const cities = countryCities.get(index) ?? [];
    const boxes = mainParts(countryParts.get(index) ?? [], cities).map(boundsOfPart);
    const onMainParts = cities.filter((city) => boxes.some((box) => contains(box, city)));
    return viewAround(onMainParts.length > 0 ? onMainParts : [country]);
  });
  const states = regions.states.map((state, index) => {
    const cities = stateCities.get(index) ?? [];
    const parts = mainParts(stateParts.get(index) ?? [], cities);
    const around = cities.length > 0 ? withoutOutliers(cities) : [state];
    return parts.length > 0 ? unionAll(parts.map(boundsOfPart)) : viewAround(around);
  });
  return [...countries, ...states];
}

function viewAround(points: LatLng[]): Bounds {
  return expandBounds(unionAll(points.map((point) => boundsOfPath([point]))), MARGIN_METERS);
}

function mainParts(parts: RegionPart[], cities: RawCity[]): RegionPart[] {
  const boxes = parts.map(boundsOfPart);
  const people = new Array<number>(parts.length).fill(0);
  for (const city of cities) {
    const inside = boxes.findIndex((box) => contains(box, city));
    if (inside >= 0) {
      people[inside]! += city.population + 1;
    }
  }
  const total = people.reduce((sum, count) => sum + count, 0);
  return total === 0 ? parts : parts.filter((_, index) => people[index]! >= total * MAIN_PART_SHARE);
}

function boundsOfPart(part: RegionPart): Bounds {
  return boundsOfPath(part.rings[0]!.map(([lng, lat]) => ({ lat, lng })));
}

function contains(box: Bounds, { lat, lng }: LatLng): boolean {
  return lat >= box.south && lat <= box.north && lng >= box.west && lng <= box.east;
}

/** Merges boxes from west to east, so that the remaining gap is the widest. */
function unionAll(boxes: Bounds[]): Bounds {
  return boxes.sort((a, b) => a.west - b.west).reduce(unionBounds);
}

function withoutOutliers(cities: RawCity[]): RawCity[] {
  const cut = Math.floor(cities.length * OUTLIER_SHARE);
  const lats = cities.map((city) => city.lat).sort((a, b) => a - b);
  const lngs = cities.map((city) => city.lng).sort((a, b) => a - b);
  const [south, north, west, east] = [lats[cut]!, lats.at(-1 - cut)!, lngs[cut]!, lngs.at(-1 - cut)!];
  return cities.filter((city) => contains({ south, north, west, east }, city));
}

function groupBy<T>(items: T[], keyOf: (item: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) {
      group.push(item);
    } else {
      groups.set(keyOf(item), [item]);
    }
  }
  return groups;
}
