import { createRequire } from 'node:module';
import { borders, feature as countryFeature } from '@rapideditor/country-coder';
import type { MultiPolygon, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { RegionPart } from '../region-layer.js';
import type { RawCountry, RawRegions } from './read-regions.js';

const require = createRequire(import.meta.url);

/**
 * Areas for which the shapes name no country of the data set but the United Nations do: Northern Cyprus and the Crimea.
 */
const COUNTRY_OF_DISPUTED: Record<string, string> = { Q23681: 'CY', Q7835: 'UA' };

/** Census codes from here on are territories, which the data set lists as countries. */
const FIRST_TERRITORY = 60;

/** Codes of counties within their states from here on are of cities that belong to none. */
const FIRST_INDEPENDENT_CITY = 510;
const DISTRICT_OF_COLUMBIA = 11;
/** Alaska has boroughs, cities and census areas. */
const COUNTY_WORDS: ReadonlyMap<number, string> = new Map([
  [2, 'area'],
  [22, 'Parish'],
]);

/**
 * Reads the polygons of the countries, numbered by their index; dependent territories that the data set lists are
 * separate.
 */
export function readCountryShapes(countries: RawCountry[]): RegionPart[] {
  const indexByCode = new Map(countries.map((country, index) => [country.code, index]));
  return borders.features.flatMap(({ properties, geometry }) => {
    const ids = [
      COUNTRY_OF_DISPUTED[properties.wikidata],
      properties.iso1A2,
      ...(properties.groups ?? []),
      properties.country,
    ];
    const code = ids.find((id) => id && indexByCode.has(id));
    return geometry && code ? partsOf(indexByCode.get(code)!, geometry as MultiPolygon) : [];
  });
}

/** Reads the polygons of the states of the United States, numbered by their index among all states. */
export function readStateShapes(regions: RawRegions): RegionPart[] {
  const unitedStates = regions.countries.findIndex((country) => country.code === 'US');
  const indexByName = new Map(
    regions.states.flatMap(({ name, country }, index) => (country === unitedStates ? [[name, index]] : [])),
  );
  const topology = require('us-atlas/states-10m.json') as Topology<{ states: GeometryCollection<{ name: string }> }>;
  const shapes = feature(topology, topology.objects.states).features.filter(({ id }) => Number(id) < FIRST_TERRITORY);
  return shapes.flatMap(({ properties: { name }, geometry }) => {
    const index = indexByName.get(name);
    if (index === undefined) {
      throw new Error(`The data set has no state for the shape of ${name}.`);
    }
    return partsOf(index, geometry as Polygon | MultiPolygon);
  });
}

/** Reads the polygons of the counties of the United States, numbered by their index among the names. */
export function readCounties(): { shapes: RegionPart[]; names: string[] } {
  const topology = require('us-atlas/counties-10m.json') as Topology<{
    counties: GeometryCollection<{ name: string }>;
  }>;
  const counties = feature(topology, topology.objects.counties).features.filter(
    ({ id }) => Number(id) < 1_000 * FIRST_TERRITORY,
  );
  return {
    shapes: counties.flatMap(({ geometry }, index) => partsOf(index, geometry as Polygon | MultiPolygon)),
    names: counties.map(({ id, properties: { name } }) => countyName(Number(id), name)),
  };
}

/** Returns the name of a county or of what its state has instead, such as a parish or an independent city. */
function countyName(code: number, name: string): string {
  const state = Math.floor(code / 1_000);
  if (code % 1_000 >= FIRST_INDEPENDENT_CITY || state === DISTRICT_OF_COLUMBIA) return name;
  return `${name} ${COUNTY_WORDS.get(state) ?? 'County'}`;
}

/** Returns other names that people type for a country: "UK", "United States of America". */
export function countryAliases(code: string): string[] {
  const found = countryFeature(code);
  return found ? [found.properties.nameEn, ...(found.properties.aliases ?? [])] : [];
}

function partsOf(region: number, geometry: Polygon | MultiPolygon): RegionPart[] {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons.map((rings) => ({ region, rings: rings.map((ring) => ring.map(([lng, lat]) => [lng!, lat!])) }));
}
