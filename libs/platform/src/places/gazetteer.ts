import type { Place, Region } from '@switchback/contracts/resources/geo';
import { boundsOfPath, expandBounds } from '@switchback/geo/bounds';
import type { Bounds, LatLng } from '@switchback/geo/location';
import type { Sections, StringTable } from './data-file.js';

export type PlaceType = 'country' | 'state' | 'city' | 'town';

const CITY_RADIUS_MIN_METERS = 2_000;
const CITY_RADIUS_MAX_METERS = 40_000;
/** Scales the assumed radius: a city of a million reaches 22 km from its center, one of ten thousand 4 km. */
const METERS_PER_ROOT_PERSON = 20;

/**
 * Tables of the prepared data. All places share one numbering: countries by name (the United States first), then states
 * by country and name, then cities by state and name, then GeoNames towns that are missing from the data set.
 */
export class Gazetteer {
  readonly countryCount: number;
  readonly stateCount: number;
  readonly placeCount: number;
  readonly firstCity: number;
  readonly populations: Uint32Array;
  readonly #firstTown: number;
  readonly #ids: Int32Array;
  readonly #names: StringTable;
  readonly #countryCodes: StringTable;
  readonly #lats: Float32Array;
  readonly #lngs: Float32Array;
  readonly #viewports: Float32Array;
  readonly #stateCountry: Uint16Array;
  readonly #cityState: Uint16Array;
  readonly #cityIsTown: Uint8Array;

  constructor(sections: Sections) {
    this.#ids = sections.numbers('ids', Int32Array);
    this.#names = sections.strings('names');
    this.#countryCodes = sections.strings('countryCodes');
    this.#lats = sections.numbers('lats', Float32Array);
    this.#lngs = sections.numbers('lngs', Float32Array);
    this.#viewports = sections.numbers('viewports', Float32Array);
    this.#stateCountry = sections.numbers('stateCountry', Uint16Array);
    this.#cityState = sections.numbers('cityState', Uint16Array);
    this.#cityIsTown = sections.numbers('cityIsTown', Uint8Array);
    this.populations = sections.numbers('populations', Uint32Array);
    this.countryCount = this.#countryCodes.length;
    this.stateCount = sections.strings('stateCodes').length;
    this.placeCount = this.#ids.length;
    this.firstCity = this.countryCount + this.stateCount;
    this.#firstTown = this.firstCity + sections.numbers('knownCityCount', Uint32Array)[0]!;
  }

  typeOf(place: number): PlaceType {
    if (place < this.countryCount) {
      return 'country';
    }
    if (place < this.firstCity) {
      return 'state';
    }
    return place < this.#firstTown ? 'city' : 'town';
  }

  name(place: number): string {
    return this.#names.get(place);
  }

  region(place: number): Region {
    return { id: this.#ids[place]!, name: this.name(place) };
  }

  location(place: number): LatLng {
    return { lat: this.#lats[place]!, lng: this.#lngs[place]! };
  }

  /** Returns the ISO 3166-1 code of a country. */
  countryCode(country: number): string {
    return this.#countryCodes.get(country);
  }

  /** Returns the state of a place: itself for a state, -1 for a country. */
  stateOf(place: number): number {
    if (place < this.firstCity) {
      return place < this.countryCount ? -1 : place;
    }
    return this.countryCount + this.#cityState[place - this.firstCity]!;
  }

  countryOf(place: number): number {
    return place < this.countryCount ? place : this.#stateCountry[this.stateOf(place) - this.countryCount]!;
  }

  /** True for towns used in addresses; false for administrative units among the cities. */
  isTown(city: number): boolean {
    return this.#cityIsTown[city - this.firstCity] === 1;
  }

  /** Returns the place of a type with an id of the data set, or -1. */
  find(type: PlaceType, id: number): number {
    const [from, to] = {
      country: [0, this.countryCount],
      state: [this.countryCount, this.firstCity],
      city: [this.firstCity, this.#firstTown],
      town: [this.#firstTown, this.placeCount],
    }[type] as [number, number];
    const at = this.#ids.subarray(from, to).indexOf(id);
    return at < 0 ? -1 : from + at;
  }

  /**
   * Returns a label such as "Asheville, North Carolina, United States"; drops a name that repeats the one before it.
   */
  label(place: number): string {
    const parts = [place, this.stateOf(place), this.countryOf(place)].filter((part) => part >= 0);
    const names = [...new Set(parts)].map((part) => this.name(part));
    return names.filter((name, index) => name !== names[index - 1]).join(', ');
  }

  place(place: number): Place {
    const type = this.typeOf(place);
    const state = this.stateOf(place);
    return {
      label: this.label(place),
      location: this.location(place),
      viewport: this.#viewport(place),
      country: this.region(this.countryOf(place)),
      state: state < 0 ? null : this.region(state),
      city: type === 'city' ? this.region(place) : null,
      town: null,
    };
  }

  countries(): Region[] {
    return this.#regions(0, this.countryCount);
  }

  states(countryId: number): Region[] {
    const country = this.find('country', countryId);
    const first = country < 0 ? -1 : this.#stateCountry.indexOf(country);
    const last = this.#stateCountry.lastIndexOf(country);
    return first < 0 ? [] : this.#regions(this.countryCount + first, this.countryCount + last + 1);
  }

  cities(countryId: number, stateId: number): Region[] {
    const state = this.find('state', stateId);
    if (state < 0 || this.countryOf(state) !== this.find('country', countryId)) {
      return [];
    }
    const stateOfCity = this.#cityState.subarray(0, this.#firstTown - this.firstCity);
    const first = stateOfCity.indexOf(state - this.countryCount);
    const last = stateOfCity.lastIndexOf(state - this.countryCount);
    return first < 0 ? [] : this.#regions(this.firstCity + first, this.firstCity + last + 1);
  }

  #regions(from: number, to: number): Region[] {
    return Array.from({ length: to - from }, (_, index) => this.region(from + index));
  }

  #viewport(place: number): Bounds {
    if (place < this.firstCity) {
      const [north, east, south, west] = this.#viewports.subarray(4 * place, 4 * place + 4);
      return { north: north!, east: east!, south: south!, west: west! };
    }
    const reachMeters = CITY_RADIUS_MIN_METERS + METERS_PER_ROOT_PERSON * Math.sqrt(this.populations[place]!);
    return expandBounds(boundsOfPath([this.location(place)]), Math.min(CITY_RADIUS_MAX_METERS, reachMeters));
  }
}
