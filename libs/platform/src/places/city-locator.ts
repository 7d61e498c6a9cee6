import type { LatLng } from '@switchback/geo/location';
import * as geokdbush from 'geokdbush';
import KDBush from 'kdbush';
import type { Sections } from './data-file.js';
import type { Gazetteer } from './gazetteer.js';

const STATE_MAX_KILOMETERS = 200;
const TOWN_MAX_KILOMETERS = 80;
const TOWN_CANDIDATES = 24;
const NODE_SIZE = 16;
/** Keeps places of unknown population from being preferred or left out. */
const TOWN_MIN_POPULATION = 300;

/** Spatial index of the cities. */
export class CityLocator {
  readonly #index: KDBush;
  readonly #gazetteer: Gazetteer;
  /** Built on first use: country → its cities and their index. */
  readonly #countries = new Map<number, { cities: readonly number[]; index: KDBush }>();
  #citiesByCountry: ReadonlyMap<number, number[]> | undefined;

  constructor(sections: Sections, gazetteer: Gazetteer) {
    // Copied, because the index needs its own buffer.
    this.#index = KDBush.from(sections.numbers('cityIndex', Uint8Array).slice().buffer);
    this.#gazetteer = gazetteer;
  }

  /** Returns the state of the nearest city of the country, or -1. */
  nearestState(point: LatLng, country: number): number {
    const { cities, index } = this.#ofCountry(country);
    const [nearest] = geokdbush.around(index, point.lng, point.lat, 1, STATE_MAX_KILOMETERS);
    return nearest === undefined ? -1 : this.#gazetteer.stateOf(cities[nearest]!);
  }

  /**
   * Returns the town that a person would name for a point, or -1: a near one, but preferably a city slightly farther
   * than a hamlet. Divides the distance by the logarithm (base 10) of the population, so that a city of a million
   * reaches twice as far as a village of a thousand.
   */
  town(point: LatLng, isCandidate: (city: number) => boolean): number {
    const towns = this.#around(
      point,
      TOWN_CANDIDATES,
      TOWN_MAX_KILOMETERS,
      (city) => this.#gazetteer.isTown(city) && isCandidate(city),
    );
    const farness = (city: number): number => {
      const { lat, lng } = this.#gazetteer.location(city);
      const population = Math.max(TOWN_MIN_POPULATION, this.#gazetteer.populations[city]!);
      return geokdbush.distance(point.lng, point.lat, lng, lat) / Math.log10(population);
    };
    return towns.reduce((best, town) => (best < 0 || farness(town) < farness(best) ? town : best), -1);
  }

  #around(point: LatLng, count: number, maxKilometers: number, accepts: (city: number) => boolean): number[] {
    const { firstCity } = this.#gazetteer;
    return geokdbush
      .around(this.#index, point.lng, point.lat, count, maxKilometers, (city) => accepts(firstCity + city))
      .map((city) => firstCity + city);
  }

  /**
   * Returns a separate index per country: a search for a country's cities in the index of all cities would visit those
   * of the whole world if none is near.
   */
  #ofCountry(country: number): { cities: readonly number[]; index: KDBush } {
    const known = this.#countries.get(country);
    if (known) return known;
    this.#citiesByCountry ??= this.#groupByCountry();
    const cities = this.#citiesByCountry.get(country) ?? [];
    const index = new KDBush(cities.length, NODE_SIZE, Float32Array);
    for (const city of cities) {
      const { lat, lng } = this.#gazetteer.location(city);
      index.add(lng, lat);
    }
    const made = { cities, index: index.finish() };
    this.#countries.set(country, made);
    return made;
  }

  #groupByCountry(): Map<number, number[]> {
    const groups = new Map<number, number[]>();
    const { firstCity, placeCount } = this.#gazetteer;
    for (let city = firstCity; city < placeCount; city += 1) {
      const country = this.#gazetteer.countryOf(city);
      const group = groups.get(country);
      if (group) group.push(city);
      else groups.set(country, [city]);
    }
    return groups;
  }
}
