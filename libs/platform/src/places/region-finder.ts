import { UNITED_STATES_ID } from '@switchback/contracts/rules/limits';
import type { CountryAndStates } from '@switchback/contracts/resources/geo';
import { pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { resamplePath } from '@switchback/geo/resample';
import type { CityLocator } from './city-locator.js';
import type { Gazetteer } from './gazetteer.js';
import type { PointRegions } from './places.js';
import { pointsAround, type RegionLayer } from './region-layer.js';

const SAMPLE_SPACING_METERS = 150;
const SAMPLES_MAX = 1_500;
/**
 * Maximum distance at which a point still belongs to a shape: shapes follow the shore only roughly, and piers extend
 * beyond it.
 */
const OFF_SHORE_METERS = 8_000;
const OFF_SHORE_STEP_METERS = 500;
/**
 * Approximate error of generalized borders. A route that never gets deeper into a region may just follow the border.
 */
const BORDER_TOLERANCE_METERS = 1_500;
/** A region visited only near its border still counts if it makes up this share of the route. */
const SHARE_ALWAYS_COUNTED = 1 / 3;
const DEPTH_PROBES = 24;
/** If states come from the nearest city, the borders between them are rough: shorter stretches count as noise. */
const ROUGH_STATE_MIN_METERS = 5_000;
const ROUGH_STATE_MIN_SHARE = 0.25;
const ROUGH_SAMPLES_MAX = 200;

/** A region and the points of the route in it, in the order of the route. */
type Visit = [region: number, points: LatLng[]];

/** Returns the number of the region that contains a point, or -1. */
type RegionAt = (point: LatLng) => number;

/** Finds the countries and states of points and routes. */
export class RegionFinder {
  readonly #gazetteer: Gazetteer;
  readonly #countryShapes: RegionLayer;
  readonly #stateShapes: RegionLayer;
  readonly #cities: CityLocator;
  readonly #unitedStates: number;

  constructor(gazetteer: Gazetteer, countryShapes: RegionLayer, stateShapes: RegionLayer, cities: CityLocator) {
    this.#gazetteer = gazetteer;
    this.#countryShapes = countryShapes;
    this.#stateShapes = stateShapes;
    this.#cities = cities;
    this.#unitedStates = gazetteer.find('country', UNITED_STATES_ID);
  }

  /** Returns the country and state of a point as place numbers, or -1. */
  placesOf(point: LatLng): { country: number; state: number } {
    const country = atOrNear(point, this.#countryAt);
    if (country < 0) {
      return { country, state: -1 };
    }
    const isHere = country === this.#unitedStates;
    return {
      country,
      state: isHere ? atOrNear(point, this.#shapedStateAt) : this.#cities.nearestState(point, country),
    };
  }

  regionsOf(point: LatLng): PointRegions {
    const { country, state } = this.placesOf(point);
    return {
      country: country < 0 ? null : this.#gazetteer.region(country),
      state: state < 0 ? null : this.#gazetteer.region(state),
    };
  }

  /**
   * See the port. Samples the line at even spacing, at most 1,500 points, so that stretches between distant points are
   * not missed.
   */
  regionsAlong(path: readonly LatLng[]): CountryAndStates[] {
    if (path.length === 0) {
      return [];
    }
    const spacingMeters = Math.max(SAMPLE_SPACING_METERS, pathLengthMeters(path) / SAMPLES_MAX);
    const samples = resamplePath(path, spacingMeters);
    return shapedVisits(samples, this.#countryAt).map(([country, points]) => ({
      country: this.#gazetteer.region(country),
      states: this.#statesOf(country, points, spacingMeters).map((state) => this.#gazetteer.region(state)),
    }));
  }

  /** The shapes of the states follow the borders of the United States more closely than the shapes of the countries. */
  readonly #countryAt: RegionAt = (point) =>
    this.#stateShapes.at(point) >= 0 ? this.#unitedStates : this.#countryShapes.at(point);

  /** The shapes number the states separately from other places. */
  readonly #shapedStateAt: RegionAt = (point) => {
    const state = this.#stateShapes.at(point);
    return state < 0 ? -1 : this.#gazetteer.countryCount + state;
  };

  #statesOf(country: number, points: LatLng[], spacingMeters: number): number[] {
    if (country === this.#unitedStates) {
      return shapedVisits(points, this.#shapedStateAt).map(([state]) => state);
    }
    const step = Math.ceil(points.length / ROUGH_SAMPLES_MAX);
    const sparse = points.filter((_, index) => index % step === 0);
    const visits = visitsOf(sparse, (point) => this.#cities.nearestState(point, country));
    const most = longestVisit(visits);
    const minCount = Math.min(ROUGH_STATE_MIN_METERS / (spacingMeters * step), sparse.length * ROUGH_STATE_MIN_SHARE);
    return visits.filter(([, { length }]) => length >= minCount || length === most).map(([state]) => state);
  }
}

/** Returns the region that contains a point; for a point in none, the first one found on growing circles. */
function atOrNear(point: LatLng, regionAt: RegionAt): number {
  let region = regionAt(point);
  for (let radiusMeters = OFF_SHORE_STEP_METERS; region < 0 && radiusMeters <= OFF_SHORE_METERS; radiusMeters *= 2) {
    region =
      pointsAround(point, radiusMeters)
        .map(regionAt)
        .find((around) => around >= 0) ?? -1;
  }
  return region;
}

/** Returns the visits to regions with known shapes, without those that may only result from an imprecise border. */
function shapedVisits(points: LatLng[], regionAt: RegionAt): Visit[] {
  const inside = visitsOf(points, regionAt);
  const visits = inside.length > 0 ? inside : visitsOf(points, (point) => atOrNear(point, regionAt));
  const most = longestVisit(visits);
  const total = visits.reduce((count, [, visited]) => count + visited.length, 0);
  return visits.filter(([region, visited]) => {
    const isMain = visited.length === most || visited.length >= total * SHARE_ALWAYS_COUNTED;
    return isMain || getsDeepInto(region, visited, regionAt);
  });
}

function visitsOf(points: LatLng[], regionAt: RegionAt): Visit[] {
  const visits = new Map<number, LatLng[]>();
  for (const point of points) {
    const region = regionAt(point);
    const visited = visits.get(region);
    if (visited) {
      visited.push(point);
    } else if (region >= 0) {
      visits.set(region, [point]);
    }
  }
  return [...visits];
}

function longestVisit(visits: Visit[]): number {
  return visits.reduce((most, [, visited]) => Math.max(most, visited.length), 0);
}

/** True if a point is farther from every other region than borders can be off. Ignores the sea. */
function getsDeepInto(region: number, points: LatLng[], regionAt: RegionAt): boolean {
  const step = Math.ceil(points.length / DEPTH_PROBES);
  return points.some((point, index) => {
    const around = index % step === 0 ? pointsAround(point, BORDER_TOLERANCE_METERS).map(regionAt) : null;
    return around?.every((other) => other === region || other < 0);
  });
}
