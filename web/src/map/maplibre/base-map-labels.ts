import type { ExpressionSpecification, LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import type { Units } from '@switchback/contracts/rules/units';
import type { Palette } from './base-map-palette.js';
import { BASE_MAP_SOURCE } from './base-map-tiles.js';
import { SHIELD_ICON } from './icons.js';

const FONT = ['sans-serif'];
const BOLD = ['Arial Bold'];
const ITALIC = ['Arial Italic'];
const FEET_PER_METER = 3.28084;

/** Later layers are placed first: countries win over states, states over cities, cities over everything smaller. */
export function baseMapLabels(palette: Palette, units: Units): LayerSpecification[] {
  return [
    riverNames(palette),
    lakeNames(palette),
    shields(),
    peaks(palette, units),
    parkNames(palette),
    cities(palette),
    stateNames(palette),
    countryNames(palette),
  ];
}

type Layout = NonNullable<SymbolLayerSpecification['layout']>;

function names(
  id: string,
  color: string,
  { halo }: Palette,
  layout: Layout,
  rest: Pick<SymbolLayerSpecification, 'minzoom' | 'maxzoom' | 'filter'>,
): SymbolLayerSpecification {
  return {
    id,
    type: 'symbol',
    source: BASE_MAP_SOURCE,
    'source-layer': id,
    ...rest,
    layout: { 'text-field': ['get', 'name'], 'text-font': FONT, ...layout },
    paint: { 'text-color': color, 'text-halo-color': halo, 'text-halo-width': 1.4 },
  };
}

function largestFirst(property: string): ExpressionSpecification {
  return ['-', 0, ['get', property]];
}

/** Moves a label next to its place if a pin or the name of a larger place covers it. */
const BESIDE: Layout = {
  'text-variable-anchor-offset': [
    'center',
    [0, 0],
    'bottom',
    [0, -0.7],
    'top',
    [0, 0.7],
    'left',
    [0.8, 0],
    'right',
    [-0.8, 0],
  ],
  'text-justify': 'auto',
};

function riverNames(palette: Palette) {
  return {
    ...names(
      'river-names',
      palette.waterLabel,
      palette,
      {
        'symbol-placement': 'line',
        'symbol-spacing': 400,
        'text-font': ITALIC,
        'text-size': ['interpolate', ['linear'], ['zoom'], 6, 10, 10, 12],
        'text-letter-spacing': 0.08,
        'text-max-angle': 35,
        'symbol-sort-key': ['get', 'rank'],
      },
      { minzoom: 6.5 },
    ),
    'source-layer': 'rivers',
  };
}

function lakeNames(palette: Palette) {
  return names(
    'lake-labels',
    palette.waterLabel,
    palette,
    { 'text-font': ITALIC, 'text-size': 11, 'text-max-width': 6, 'symbol-sort-key': largestFirst('size') },
    { minzoom: 4 },
  );
}

function shields(): LayerSpecification {
  return {
    id: 'shields',
    type: 'symbol',
    source: BASE_MAP_SOURCE,
    'source-layer': 'roads',
    minzoom: 3,
    filter: ['has', 'ref'],
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': ['interpolate', ['linear'], ['zoom'], 3, 160, 5, 220, 10, 380],
      'icon-image': ['concat', SHIELD_ICON, ['get', 'ref']],
      'icon-rotation-alignment': 'viewport',
      'icon-padding': 12,
    },
  };
}

/** Returns the text of a height, given in meters, in the chosen unit. */
export function heightText(meters: ExpressionSpecification, units: Units): ExpressionSpecification {
  const feet = units === 'miles';
  const height: ExpressionSpecification = feet ? ['*', meters, FEET_PER_METER] : meters;
  return ['concat', ['number-format', ['round', height], {}], feet ? ' ft' : ' m'];
}

function peaks(palette: Palette, units: Units) {
  return names(
    'peaks',
    palette.peak,
    palette,
    {
      // The triangle's line is at the peak, the text below it.
      'text-field': ['concat', '▲\n', ['get', 'name'], '\n', heightText(['get', 'meters'], units)],
      'text-size': 11,
      'text-line-height': 1.1,
      'text-anchor': 'top',
      'text-offset': [0, -0.55],
      'text-max-width': 12,
      'symbol-sort-key': ['get', 'rank'],
    },
    { minzoom: 5.5 },
  );
}

function parkNames(palette: Palette) {
  return names(
    'park-labels',
    palette.parkLabel,
    palette,
    {
      'text-size': ['interpolate', ['linear'], ['zoom'], 5, 10, 10, 13],
      'text-max-width': 8,
      'symbol-sort-key': largestFirst('size'),
      ...BESIDE,
    },
    { minzoom: 5.5 },
  );
}

function cities(palette: Palette) {
  return names(
    'cities',
    palette.city,
    palette,
    {
      'text-size': CITY_SIZE,
      'text-padding': 6,
      'text-max-width': 8,
      'symbol-sort-key': largestFirst('population'),
      ...BESIDE,
    },
    { minzoom: 2.5, filter: ['>=', ['get', 'population'], CITY_POPULATION] },
  );
}

function stateNames(palette: Palette) {
  return names(
    'state-labels',
    palette.region,
    palette,
    {
      'text-field': ['upcase', ['get', 'name']],
      'text-size': ['interpolate', ['linear'], ['zoom'], 3, 10, 7, 13],
      'text-letter-spacing': 0.08,
      'text-max-width': 7,
      'symbol-sort-key': largestFirst('size'),
      ...BESIDE,
    },
    { minzoom: 2.8, maxzoom: 7.5 },
  );
}

function countryNames(palette: Palette) {
  return names(
    'country-labels',
    palette.country,
    palette,
    {
      'text-font': BOLD,
      'text-size': ['interpolate', ['linear'], ['zoom'], 0, 9, 1, 10, 5, 15],
      'text-max-width': 7,
      'symbol-sort-key': largestFirst('size'),
    },
    {
      maxzoom: 5.5,
      filter: ['>=', ['get', 'size'], ['step', ['zoom'], 150, 2, 60, 3, 12, 4, 1.5, 5, 0]],
    },
  );
}

/** Minimum population of a named place by zoom; collisions are resolved by population. */
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
