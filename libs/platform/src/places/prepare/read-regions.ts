import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { UNITED_STATES_ID } from '@switchback/contracts/rules/limits';

const require = createRequire(import.meta.url);

export interface RawCountry {
  id: number;
  name: string;
  code: string;
  code3: string;
  lat: number;
  lng: number;
  population: number;
}

export interface RawState {
  id: number;
  name: string;
  code: string;
  /** Index in the list of countries. */
  country: number;
  lat: number;
  lng: number;
}

export interface RawCity {
  id: number;
  name: string;
  /** Index in the list of states. */
  state: number;
  country: number;
  lat: number;
  lng: number;
  population: number;
  /** False for administrative units that do not appear in addresses. */
  isTown: boolean;
}

export interface RawRegions {
  countries: RawCountry[];
  states: RawState[];
  cities: RawCity[];
}

interface CountryJson {
  id: number;
  name: string;
  iso2: string;
  iso3: string;
  population: number | null;
  latitude: string;
  longitude: string;
}
interface StateJson {
  id: number;
  name: string;
  iso2: string;
  latitude: string | null;
  longitude: string | null;
}
interface CityJson {
  id: number;
  name: string;
  latitude: string | null;
  longitude: string | null;
}

/**
 * Reads the countries-states-cities data set, one small file per state. Sorts countries by name, with the United States
 * first, states by country and name, and cities by state and name. A city or state without coordinates gets those of
 * its parent.
 */
export function readRegions(): RawRegions {
  const root = dirname(require.resolve('@countrystatecity/countries/data/countries.json'));
  const folders = new Map(subfoldersOf(root).map((folder) => [codeOf(folder), join(root, folder)]));
  const regions: RawRegions = { countries: readCountries(root), states: [], cities: [] };
  regions.countries.forEach((country, index) => {
    const folder = folders.get(country.code);
    if (folder) {
      readCountry(folder, index, regions);
    }
  });
  return regions;
}

function readCountries(root: string): RawCountry[] {
  return readJson<CountryJson[]>(join(root, 'countries.json'))
    .map((json) => ({
      id: json.id,
      name: json.name,
      code: json.iso2,
      code3: json.iso3,
      lat: Number(json.latitude),
      lng: Number(json.longitude),
      population: json.population ?? 0,
    }))
    .sort((a, b) => Number(b.id === UNITED_STATES_ID) - Number(a.id === UNITED_STATES_ID) || byName(a, b));
}

function readCountry(folder: string, country: number, regions: RawRegions): void {
  const subfolders = subfoldersOf(folder);
  if (subfolders.length === 0) {
    return;
  }
  const folders = new Map(subfolders.map((name) => [codeOf(name), name]));
  const countryAt = regions.countries[country]!;
  for (const json of readJson<StateJson[]>(join(folder, 'states.json')).sort(byName)) {
    const state = { id: json.id, name: json.name, code: json.iso2, country, ...coordinatesOf(json, countryAt) };
    const index = regions.states.push(state) - 1;
    const subfolder = folders.get(json.iso2);
    const cities = subfolder ? readJson<CityJson[]>(join(folder, subfolder, 'cities.json')).sort(byName) : [];
    for (const { id, name, ...at } of cities) {
      const located = coordinatesOf(at, state);
      regions.cities.push({ id, name, state: index, country, ...located, population: 0, isTown: false });
    }
  }
}

function coordinatesOf(
  json: { latitude: string | null; longitude: string | null },
  otherwise: { lat: number; lng: number },
): { lat: number; lng: number } {
  return Number(json.latitude) && Number(json.longitude)
    ? { lat: Number(json.latitude), lng: Number(json.longitude) }
    : { lat: otherwise.lat, lng: otherwise.lng };
}

function subfoldersOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

/** Parses a folder's name, which consists of the region and its code: "North_Carolina-NC". */
function codeOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('-') + 1);
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name.localeCompare(b.name, 'en');
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
