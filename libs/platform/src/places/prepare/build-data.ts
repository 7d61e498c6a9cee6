import KDBush from 'kdbush';
import { packSections, type SectionContent } from '../data-file.js';
import { packRegionLayer } from '../region-layer.js';
import { namesOfCity } from './local-names.js';
import { mergeTowns } from './merge-towns.js';
import { packNames, type NamedPlace } from './name-entries.js';
import { readRegions, type RawRegions } from './read-regions.js';
import { countryAliases, readCounties, readCountryShapes, readStateShapes } from './read-shapes.js';
import { viewportsOf } from './viewports.js';

/**
 * Countries in which people abbreviate states with letters. Elsewhere the code is a number, or unknown to most people.
 */
const COUNTRIES_WITH_STATE_LETTERS = new Set(['US', 'CA', 'AU']);
const STATE_MIN_POPULATION = 100;

/** Builds the single file that the product loads, from the data packages. Takes some seconds. */
export function buildPlacesData(): Buffer {
  const regions = readRegions();
  const knownCityCount = mergeTowns(regions);
  const countryShapes = readCountryShapes(regions.countries);
  const stateShapes = readStateShapes(regions);
  const counties = readCounties();
  const viewports = viewportsOf(regions, countryShapes, stateShapes);
  return packSections({
    ...packTables(regions, knownCityCount),
    viewports: Float32Array.from(viewports.flatMap(({ north, east, south, west }) => [north, east, south, west])),
    ...packRegionLayer('countryShapes', countryShapes),
    ...packRegionLayer('stateShapes', stateShapes),
    ...packRegionLayer('countyShapes', counties.shapes),
    countyNames: counties.names,
    ...packNames(namedPlaces(regions)),
    cityIndex: new Uint8Array(indexCities(regions)),
  });
}

function packTables({ countries, states, cities }: RawRegions, knownCityCount: number): Record<string, SectionContent> {
  const statePopulation = new Uint32Array(states.length).fill(STATE_MIN_POPULATION);
  for (const city of cities) {
    statePopulation[city.state]! += city.population;
  }
  const all = [...countries, ...states, ...cities];
  return {
    knownCityCount: Uint32Array.of(knownCityCount),
    ids: Int32Array.from(all, (place) => place.id),
    names: all.map((place) => place.name),
    lats: Float32Array.from(all, (place) => place.lat),
    lngs: Float32Array.from(all, (place) => place.lng),
    populations: Uint32Array.from([
      ...countries.map((country) => country.population),
      ...statePopulation,
      ...cities.map((city) => city.population),
    ]),
    countryCodes: countries.map((country) => country.code),
    stateCodes: states.map((state) => state.code),
    stateCountry: Uint16Array.from(states, (state) => state.country),
    cityState: Uint16Array.from(cities, (city) => city.state),
    cityIsTown: Uint8Array.from(cities, (city) => Number(city.isTown)),
  };
}

function namedPlaces({ countries, states, cities }: RawRegions): NamedPlace[] {
  const places = [
    ...countries.map(({ name, code, code3 }) => [name, code, code3, ...countryAliases(code)]),
    ...states.map(({ name, code, country }) =>
      COUNTRIES_WITH_STATE_LETTERS.has(countries[country]!.code) ? [name, code] : [name],
    ),
    ...cities.map(({ name, country }) => namesOfCity(countries[country]!.code, name)),
  ];
  return places.map((names, place) => ({ place, names }));
}

function indexCities({ cities }: RawRegions): ArrayBuffer {
  const index = new KDBush(cities.length, 64, Float32Array);
  for (const city of cities) {
    index.add(city.lng, city.lat);
  }
  return index.finish().data as ArrayBuffer;
}
