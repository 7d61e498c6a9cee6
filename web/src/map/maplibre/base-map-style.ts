import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { BASE_MAP_MAX_ZOOM, BASE_MAP_PROTOCOL } from './base-map-tiles.js';

interface Palette {
  water: string;
  land: string;
  shore: string;
  border: string;
  state: string;
  county: string;
  city: string;
  region: string;
  country: string;
  halo: string;
}

const LIGHT: Palette = {
  water: '#b9d9ea',
  land: '#f4f1ea',
  shore: '#9cc4da',
  border: '#98908a',
  state: '#b5ada6',
  county: '#dcd6cc',
  city: '#3d3a36',
  region: '#857a8f',
  country: '#5c5366',
  halo: '#fbf9f5',
};

const DARK: Palette = {
  water: '#121b26',
  land: '#232a33',
  shore: '#2b3a4a',
  border: '#75818f',
  state: '#515d6a',
  county: '#323b46',
  city: '#d5dbe2',
  region: '#8f9aae',
  country: '#b3bccb',
  halo: '#1a2028',
};

export const BASE_MAP_CREDITS =
  'Natural Earth · US Census Bureau · <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap</a> · GeoNames';

const SOURCE = 'basemap';
const FONT = ['sans-serif'];
const BOLD = ['Arial Bold'];

/** The road map that ships with the product, light or dark. Without `glyphs`, so labels are drawn from local fonts. */
export function baseMapStyle(dark: boolean): StyleSpecification {
  const palette = dark ? DARK : LIGHT;
  return {
    version: 8,
    sources: {
      [SOURCE]: {
        type: 'vector',
        tiles: [`${BASE_MAP_PROTOCOL}://{z}/{x}/{y}`],
        maxzoom: BASE_MAP_MAX_ZOOM,
        attribution: BASE_MAP_CREDITS,
      },
    },
    layers: [...areas(palette), ...borders(palette), ...labels(palette)],
  };
}

function areas(palette: Palette): LayerSpecification[] {
  return [
    { id: 'water', type: 'background', paint: { 'background-color': palette.water } },
    {
      id: 'land',
      type: 'fill',
      source: SOURCE,
      'source-layer': 'land',
      paint: { 'fill-color': palette.land, 'fill-outline-color': palette.shore },
    },
    {
      // Large lakes come in pieces, and smoothed edges would show where they meet.
      id: 'lakes',
      type: 'fill',
      source: SOURCE,
      'source-layer': 'lakes',
      paint: { 'fill-color': palette.water, 'fill-antialias': false },
    },
  ];
}

function borders(palette: Palette): LayerSpecification[] {
  const width = (from: number, to: number): ExpressionSpecification => [
    'interpolate',
    ['linear'],
    ['zoom'],
    2,
    from,
    9,
    to,
  ];
  return [
    {
      id: 'counties',
      type: 'line',
      source: SOURCE,
      'source-layer': 'counties',
      minzoom: 6.5,
      paint: { 'line-color': palette.county, 'line-width': 1 },
    },
    {
      id: 'states',
      type: 'line',
      source: SOURCE,
      'source-layer': 'states',
      minzoom: 3,
      paint: { 'line-color': palette.state, 'line-width': width(0.5, 1.6), 'line-dasharray': [3, 2] },
    },
    {
      id: 'countries',
      type: 'line',
      source: SOURCE,
      'source-layer': 'countries',
      layout: { 'line-join': 'round' },
      paint: { 'line-color': palette.border, 'line-width': width(0.6, 2) },
    },
  ];
}

/** Later layers are placed first: countries win over states, states over cities. */
function labels(palette: Palette): LayerSpecification[] {
  const halo = { 'text-halo-color': palette.halo, 'text-halo-width': 1.4 };
  const largestFirst = (property: string): ExpressionSpecification => ['-', 0, ['get', property]];
  return [
    {
      id: 'cities',
      type: 'symbol',
      source: SOURCE,
      'source-layer': 'cities',
      minzoom: 2.5,
      filter: ['>=', ['get', 'population'], CITY_POPULATION],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': CITY_SIZE,
        'text-padding': 6,
        'text-max-width': 8,
        'symbol-sort-key': largestFirst('population'),
      },
      paint: { 'text-color': palette.city, ...halo },
    },
    {
      id: 'state-labels',
      type: 'symbol',
      source: SOURCE,
      'source-layer': 'state-labels',
      minzoom: 3.4,
      maxzoom: 7.5,
      layout: {
        'text-field': ['upcase', ['get', 'name']],
        'text-font': FONT,
        'text-size': ['interpolate', ['linear'], ['zoom'], 3.4, 9, 7, 13],
        'text-letter-spacing': 0.12,
        'text-max-width': 7,
        'symbol-sort-key': largestFirst('size'),
      },
      paint: { 'text-color': palette.region, ...halo },
    },
    {
      id: 'country-labels',
      type: 'symbol',
      source: SOURCE,
      'source-layer': 'country-labels',
      maxzoom: 5.5,
      filter: ['>=', ['get', 'size'], ['step', ['zoom'], 150, 2, 60, 3, 12, 4, 1.5, 5, 0]],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': BOLD,
        'text-size': ['interpolate', ['linear'], ['zoom'], 0, 9, 1, 10, 5, 15],
        'text-max-width': 7,
        'symbol-sort-key': largestFirst('size'),
      },
      paint: { 'text-color': palette.country, ...halo },
    },
  ];
}

/** How many people a place needs to be named; labels that collide are settled by size. */
const CITY_POPULATION: ExpressionSpecification = [
  'step',
  ['zoom'],
  3_000_000,
  3,
  1_500_000,
  4,
  400_000,
  5,
  150_000,
  6,
  50_000,
  7,
  15_000,
  8,
  5_000,
  9,
  0,
];

const CITY_SIZE: ExpressionSpecification = [
  'interpolate',
  ['linear'],
  ['zoom'],
  3,
  ['case', ['>=', ['get', 'population'], 1_000_000], 12, 10],
  8,
  ['case', ['>=', ['get', 'population'], 500_000], 16, ['>=', ['get', 'population'], 50_000], 13, 11],
  12,
  ['case', ['>=', ['get', 'population'], 500_000], 19, ['>=', ['get', 'population'], 50_000], 16, 13],
];
