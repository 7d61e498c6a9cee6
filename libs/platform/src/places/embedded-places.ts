import { wrapLongitude, type LatLng } from '@switchback/geo/location';
import type { Place } from '@switchback/contracts/resources/geo';
import { boundsOfPath, expandBounds } from '@switchback/geo/bounds';
import { pathLengthMeters } from '@switchback/geo/distance';
import { resamplePath } from '@switchback/geo/resample';
import { CityLocator } from './city-locator.js';
import type { Sections, StringTable } from './data-file.js';
import { Gazetteer, type PlaceType } from './gazetteer.js';
import { NameIndex } from './name-index.js';
import { ensurePlacesData } from './places-data.js';
import type { PlaceHit, PlaceKind, Places } from './places.js';
import { RegionFinder } from './region-finder.js';
import { RegionLayer } from './region-layer.js';
import { Suggestions } from './suggestions.js';

const SUGGESTIONS_MAX = 50;
/** Samples of a line that are tested for towns. */
const SETTLED_SPACING_METERS = 500;
const SETTLED_SAMPLES_MAX = 400;
const POINT_VIEW_METERS = 5_000;
/** Ten miles. */
const TOWN_NEAR_KILOMETERS = 16.1;
/** Coordinates are unambiguous. */
const POINT_RELEVANCE = 100;
/** Federations in which people name the state together with a town; elsewhere they name the country. */
const COUNTRIES_SAID_WITH_STATE = new Set(['CA', 'AU']);

let opened: Promise<Places> | undefined;

/**
 * Opens the places data that ships with the product: no network, no account. Loads once per process; later calls share
 * it.
 *
 * The country of a point, and its state in the United States, come from their shapes. Elsewhere the state is that of
 * the nearest city of the country, which is wrong only within some kilometers of the borders between states.
 *
 * @throws Error if the data is missing and cannot be built.
 */
export function openEmbeddedPlaces(): Promise<Places> {
  opened ??= ensurePlacesData().then((sections) => new EmbeddedPlaces(sections));
  return opened;
}

class EmbeddedPlaces implements Places {
  readonly #gazetteer: Gazetteer;
  readonly #suggestions: Suggestions;
  readonly #cities: CityLocator;
  readonly #regions: RegionFinder;
  readonly #counties: RegionLayer;
  readonly #countyNames: StringTable;
  readonly regionsOf: Places['regionsOf'];
  readonly regionsAlong: Places['regionsAlong'];

  constructor(sections: Sections) {
    this.#gazetteer = new Gazetteer(sections);
    this.#suggestions = new Suggestions(this.#gazetteer, new NameIndex(sections));
    this.#cities = new CityLocator(sections, this.#gazetteer);
    const countries = new RegionLayer(sections, 'countryShapes');
    const states = new RegionLayer(sections, 'stateShapes');
    this.#regions = new RegionFinder(this.#gazetteer, countries, states, this.#cities);
    this.#counties = new RegionLayer(sections, 'countyShapes');
    this.#countyNames = sections.strings('countyNames');
    this.regionsOf = (point) => this.#regions.regionsOf(point);
    this.regionsAlong = (path) => this.#regions.regionsAlong(path);
  }

  async autocomplete(text: string, kind: PlaceKind, limit: number, near: LatLng | null = null): Promise<PlaceHit[]> {
    const point = kind === 'place' ? parsePoint(text) : null;
    if (point) {
      const value = `point:${point.lat},${point.lng}`;
      return [{ type: kind, label: pointLabel(point), value, relevance: POINT_RELEVANCE, exact: true }];
    }
    const viewpoint = near && { location: near, country: this.#regions.placesOf(near).country };
    return this.#suggestions
      .find(text, kind, Math.min(limit, SUGGESTIONS_MAX), viewpoint)
      .map(({ place, score, isExact }) => ({
        type: kind,
        label: this.#gazetteer.label(place),
        value: this.#valueOf(place),
        relevance: score,
        exact: isExact,
      }));
  }

  async place(value: string): Promise<Place | null> {
    const [, type, id] = /^(country|state|city|town):(\d{1,9})$/.exec(value) ?? [];
    if (type && id) {
      const place = this.#gazetteer.find(type as PlaceType, Number(id));
      return place < 0 ? null : this.#gazetteer.place(place);
    }
    const point = value.startsWith('point:') ? parsePoint(value.slice('point:'.length)) : null;
    return point && this.#pointPlace(point);
  }

  async countries(): ReturnType<Places['countries']> {
    return this.#gazetteer.countries();
  }

  async states(countryId: number): ReturnType<Places['states']> {
    return this.#gazetteer.states(countryId);
  }

  async cities(countryId: number, stateId: number): ReturnType<Places['cities']> {
    return this.#gazetteer.cities(countryId, stateId);
  }

  settledShare(path: readonly LatLng[]): number {
    const samples = resamplePath(path, Math.max(SETTLED_SPACING_METERS, pathLengthMeters(path) / SETTLED_SAMPLES_MAX));
    const settled = samples.filter((point) => this.#cities.townAround(point) >= 0);
    return samples.length === 0 ? 0 : settled.length / samples.length;
  }

  townAround(point: LatLng): string {
    const town = this.#cities.townAround(point);
    return town < 0 ? '' : this.#gazetteer.name(town);
  }

  address(point: LatLng): string {
    const { country, state, town } = this.#townOf(point);
    if (country < 0) {
      return '';
    }
    const county = this.remoteCounty(point);
    if (county !== '' && state >= 0) return `${county}, ${this.#gazetteer.name(state)}`;
    const code = this.#gazetteer.countryCode(country);
    const stateSaid = town < 0 || code === 'US' ? state : this.#gazetteer.stateOf(town);
    const hasState = code === 'US' || COUNTRIES_SAID_WITH_STATE.has(code) || town < 0;
    const parts = [town, hasState ? stateSaid : -1, code === 'US' && town >= 0 && state >= 0 ? -1 : country];
    return parts
      .filter((part) => part >= 0)
      .map((part) => this.#gazetteer.name(part))
      .join(', ');
  }

  remoteCounty(point: LatLng): string {
    const county = this.#counties.at(point);
    const isRemote = county >= 0 && !this.#cities.hasTownWithin(point, TOWN_NEAR_KILOMETERS);
    return isRemote ? this.#countyNames.get(county) : '';
  }

  /** Returns the regions of a point, and the town in them that a person would name for it; -1 for none. */
  #townOf(point: LatLng): { country: number; state: number; town: number } {
    const { country, state } = this.#regions.placesOf(point);
    if (country < 0) return { country, state, town: -1 };
    // The state is only reliable within the shapes of the United States.
    const isInState = this.#gazetteer.countryCode(country) === 'US' && state >= 0;
    const isNear = (city: number): boolean =>
      isInState ? this.#gazetteer.stateOf(city) === state : this.#gazetteer.countryOf(city) === country;
    return { country, state, town: this.#cities.town(point, isNear) };
  }

  #valueOf(place: number): string {
    return `${this.#gazetteer.typeOf(place)}:${this.#gazetteer.region(place).id}`;
  }

  #pointPlace(point: LatLng): Place {
    const viewport = expandBounds(boundsOfPath([point]), POINT_VIEW_METERS);
    const { town: at } = this.#townOf(point);
    const town = at < 0 ? null : { name: this.#gazetteer.name(at), location: this.#gazetteer.location(at) };
    return { label: pointLabel(point), location: point, viewport, ...this.regionsOf(point), city: null, town };
  }
}

/** Parses coordinates such as "35.595, -82.551", as pasted from other maps; returns `null` for anything else. */
function parsePoint(text: string): LatLng | null {
  const [, lat, lng] = /^\s*(-?\d{1,2}(?:\.\d{1,15})?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*$/.exec(text) ?? [];
  if (!lat || !lng || Math.abs(Number(lat)) > 90 || Math.abs(Number(lng)) > 180) {
    return null;
  }
  return { lat: Number(lat), lng: wrapLongitude(Number(lng)) };
}

function pointLabel({ lat, lng }: LatLng): string {
  return `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
}
