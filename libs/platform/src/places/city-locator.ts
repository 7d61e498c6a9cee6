import { boundsOfPath, expandBounds } from '@switchback/geo/bounds';
import { distanceMeters } from '@switchback/geo/distance';
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

/** Radius of the largest cities. */
const TOWN_REACH_MAX_METERS = 20_000;
const PERSONS_PER_SQUARE_KILOMETER = 1_500;
/** Towns from here on have an index of their own. */
const LARGE_POPULATION = 30_000;

interface CityIndex {
  cities: readonly number[];
  index: KDBush;
}

/** Spatial index of the cities. */
export class CityLocator {
  readonly #index: KDBush;
  readonly #gazetteer: Gazetteer;
  /** Built on first use: country → its cities and their index. */
  readonly #countries = new Map<number, CityIndex>();
  /** Built on first use: a search for them among all cities would visit every village around. */
  #large: CityIndex | undefined;
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

  /** Whether a town lies so near to a point. */
  hasTownWithin(point: LatLng, kilometers: number): boolean {
    return this.#around(point, 1, kilometers, (city) => this.#gazetteer.isTown(city)).length > 0;
  }

  /**
   * Returns the largest town whose built-up area a point is within, or -1; areas are assumed to be round and of average
   * density.
   */
  townAround(point: LatLng): number {
    const { firstCity } = this.#gazetteer;
    const nearby = within(this.#index, point, reachMeters(LARGE_POPULATION)).map((at) => firstCity + at);
    this.#large ??= this.#indexOf(this.#largeTowns());
    const { cities, index } = this.#large;
    const large = within(index, point, TOWN_REACH_MAX_METERS).map((at) => cities[at]!);
    const { populations } = this.#gazetteer;
    return [...nearby, ...large]
      .filter((city) => this.#gazetteer.isTown(city) && this.#reaches(city, point))
      .reduce((largest, city) => (largest < 0 || populations[city]! > populations[largest]! ? city : largest), -1);
  }

  #reaches(town: number, point: LatLng): boolean {
    return distanceMeters(this.#gazetteer.location(town), point) <= reachMeters(this.#gazetteer.populations[town]!);
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
  #ofCountry(country: number): CityIndex {
    const known = this.#countries.get(country);
    if (known) return known;
    this.#citiesByCountry ??= this.#groupByCountry();
    const made = this.#indexOf(this.#citiesByCountry.get(country) ?? []);
    this.#countries.set(country, made);
    return made;
  }

  #indexOf(cities: readonly number[]): CityIndex {
    const index = new KDBush(cities.length, NODE_SIZE, Float32Array);
    for (const city of cities) {
      const { lat, lng } = this.#gazetteer.location(city);
      index.add(lng, lat);
    }
    return { cities, index: index.finish() };
  }

  #largeTowns(): number[] {
    const { firstCity, placeCount, populations } = this.#gazetteer;
    const large: number[] = [];
    for (let city = firstCity; city < placeCount; city += 1) {
      if (populations[city]! >= LARGE_POPULATION) large.push(city);
    }
    return large;
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

/** Returns the radius of a town's built-up area; 0 for a place of unknown population. */
function reachMeters(population: number): number {
  return 1_000 * Math.sqrt(population / (PERSONS_PER_SQUARE_KILOMETER * Math.PI));
}

/** Returns the numbers of an index's points in a box around a point; none beyond the antimeridian. */
function within(index: KDBush, point: LatLng, meters: number): number[] {
  const { north, east, south, west } = expandBounds(boundsOfPath([point]), meters);
  return index.range(west, south, east, north);
}
