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
/** A point this far off a shape still belongs to it: shapes follow the shore roughly, and piers leave it. */
const OFF_SHORE_METERS = 8_000;
const OFF_SHORE_STEP_METERS = 500;
/** Generalized borders are off by about this much. A route that never gets farther in may be running along the border. */
const BORDER_TOLERANCE_METERS = 1_500;
/** What stays near a border all along still counts when it is a good part of the route. */
const SHARE_ALWAYS_COUNTED = 1 / 3;
const DEPTH_PROBES = 24;
/** Where states come from the nearest city, the lines between them are rough: shorter stretches are taken for noise. */
const ROUGH_STATE_MIN_METERS = 5_000;
const ROUGH_STATE_MIN_SHARE = 0.25;
const ROUGH_SAMPLES_MAX = 200;

/** A region and the points of the route in it, in the order they are driven. */
type Visit = [region: number, points: LatLng[]];

/** Tells the number of the region that contains a point, or -1. */
type RegionAt = (point: LatLng) => number;

/** Countries and states of points and routes. */
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

  /** The places that are the country and state of a point, or -1. */
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

  /** See the port. Looks at evenly spaced points, at most 1,500, so that a stretch is not missed between far points. */
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

  /** The shapes of the states follow the borders of the United States closer than those of the countries do. */
  readonly #countryAt: RegionAt = (point) =>
    this.#stateShapes.at(point) >= 0 ? this.#unitedStates : this.#countryShapes.at(point);

  /** The shapes number the states among themselves. */
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

/** The region that contains a point; for a point in none, the first one met on growing circles. */
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

/** The visits of regions known by their shapes, without those that only the roughness of a border may have made. */
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

/** True when a point lies farther from every other region than borders are drawn wrong. The sea does not count. */
function getsDeepInto(region: number, points: LatLng[], regionAt: RegionAt): boolean {
  const step = Math.ceil(points.length / DEPTH_PROBES);
  return points.some((point, index) => {
    const around = index % step === 0 ? pointsAround(point, BORDER_TOLERANCE_METERS).map(regionAt) : null;
    return around?.every((other) => other === region || other < 0);
  });
}
