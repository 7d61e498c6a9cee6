import { type Flavor, layers, namedFlavor } from '@protomaps/basemaps';
import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { widthDegrees } from '@switchback/geo/bounds';
import type { MapLook, StreetsSource } from '../map-port.js';
import { heightText } from './base-map-labels.js';
import { baseMapStyle } from './base-map-style.js';
import { paletteOf } from './base-map-palette.js';
import { SHIELD_ICON } from './icons.js';
import { registerStreets, STREETS_PROTOCOL } from './streets-tiles.js';

const STREETS_SOURCE = 'streets';
const STREETS_CREDITS =
  '<a href="https://protomaps.com" target="_blank" rel="noopener">Protomaps</a> © <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">OpenStreetMap</a> contributors';
/** The shipped map shows the world below this zoom, and what is outside the archive at every zoom. */
const STREETS_FROM_ZOOM = 7;

/** Layers that only work with Protomaps' sprite, which no package contains. */
const SPRITE_ONLY = new Set(['roads_oneway']);
/** Heights that {@link heightNames} draws instead. */
const HEIGHTS = ['peak', 'pass', 'viewpoint'];
const HEIGHTS_FROM_ZOOM = 11;

/** Returns the shipped map with the streets of the installation's archive over it. */
export function streetsStyle(look: MapLook, { url, bounds }: StreetsSource): StyleSpecification {
  const address = new URL(url, globalThis.location.origin).href;
  registerStreets(address);
  const shipped = baseMapStyle(look);
  const streets = [...streetLayers(look.dark), heightNames(look)];
  const isName = ({ type }: LayerSpecification) => type === 'symbol';
  return {
    ...shipped,
    sources: {
      ...shipped.sources,
      [STREETS_SOURCE]: { type: 'vector', url: `${STREETS_PROTOCOL}://${address}`, attribution: STREETS_CREDITS },
    },
    layers: [
      ...shipped.layers.filter((layer) => !isName(layer)),
      ...streets.filter((layer) => !isName(layer)),
      ...shipped.layers.filter(isName).flatMap((layer) => outside(layer, bounds)),
      ...streets.filter(isName),
    ],
  };
}

function streetLayers(dark: boolean): LayerSpecification[] {
  return layers(STREETS_SOURCE, flavorOf(dark), { lang: 'en' })
    .filter(({ id, type }) => type !== 'background' && !SPRITE_ONLY.has(id))
    .flatMap((layer) => (layer.id === 'earth' ? [layer, ...ground(dark)] : withoutHeights(layer)))
    .map((layer) => ({ ...withOwnIcons(layer), minzoom: Math.max(layer.minzoom ?? 0, STREETS_FROM_ZOOM) }));
}

function withoutHeights(layer: LayerSpecification): LayerSpecification {
  if (layer.id !== 'pois' || layer.type !== 'symbol') return layer;
  const rest: ExpressionSpecification = ['!', ['in', ['get', 'kind'], ['literal', HEIGHTS]]];
  return { ...layer, filter: ['all', layer.filter, rest] as ExpressionSpecification };
}

/** Land that Protomaps leaves in one color: towns, fields and rock. */
function ground(dark: boolean): LayerSpecification[] {
  const { urban, park, shore } = paletteOf(dark);
  const fill = (id: string, kinds: string[], color: string, opacity: number): LayerSpecification => ({
    id: `ground-${id}`,
    type: 'fill',
    source: STREETS_SOURCE,
    'source-layer': 'landuse',
    minzoom: STREETS_FROM_ZOOM,
    filter: ['in', ['get', 'kind'], ['literal', kinds]],
    paint: { 'fill-color': color, 'fill-opacity': opacity, 'fill-antialias': false },
  });
  return [
    fill('settled', ['residential'], urban, 1),
    fill('fields', ['farmland'], park, 0.25),
    fill('wet', ['wetland'], shore, 0.2),
    fill('rock', ['barren'], urban, 0.6),
  ];
}

/** Names of peaks, passes and viewpoints, with their heights. */
function heightNames({ dark, units }: MapLook): LayerSpecification {
  const { peak, halo } = paletteOf(dark);
  const mark: ExpressionSpecification = ['match', ['get', 'kind'], 'peak', '▲', 'pass', '≍', '◉'];
  const height: ExpressionSpecification = [
    'case',
    ['has', 'elevation'],
    ['concat', '\n', heightText(['to-number', ['get', 'elevation']], units)],
    '',
  ];
  return {
    id: 'heights',
    type: 'symbol',
    source: STREETS_SOURCE,
    'source-layer': 'pois',
    minzoom: HEIGHTS_FROM_ZOOM,
    filter: ['in', ['get', 'kind'], ['literal', HEIGHTS]],
    layout: {
      'text-field': ['concat', mark, '\n', ['get', 'name'], height],
      'text-font': ['sans-serif'],
      'text-size': 11,
      'text-line-height': 1.1,
      'text-anchor': 'top',
      'text-offset': [0, -0.55],
      'text-max-width': 10,
      // Passes before peaks: drivers go there.
      'symbol-sort-key': ['match', ['get', 'kind'], 'pass', 0, 1],
    },
    paint: { 'text-color': peak, 'text-halo-color': halo, 'text-halo-width': 1.4 },
  };
}

/** Protomaps' colors, with ours where the two maps meet: on land and water, along roads and in names. */
function flavorOf(dark: boolean): Flavor {
  const { land, water, urban, park, wood, scrub, interstate, mainRoad, road, state, city, region, halo } =
    paletteOf(dark);
  return {
    ...namedFlavor(dark ? 'dark' : 'light'),
    regular: 'sans-serif',
    bold: 'Arial Bold',
    italic: 'Arial Italic',
    earth: land,
    water,
    park_a: park,
    park_b: park,
    wood_a: wood,
    wood_b: wood,
    scrub_a: scrub,
    scrub_b: scrub,
    industrial: urban,
    school: urban,
    hospital: urban,
    aerodrome: urban,
    military: urban,
    boundaries: state,
    highway: interstate,
    major: mainRoad,
    link: mainRoad,
    minor_a: road,
    minor_b: road,
    bridges_highway: interstate,
    bridges_major: mainRoad,
    bridges_link: mainRoad,
    bridges_minor: road,
    city_label: city,
    city_label_halo: halo,
    state_label: region,
    state_label_halo: halo,
    subplace_label: region,
    subplace_label_halo: halo,
    roads_label_major: city,
    roads_label_major_halo: halo,
    roads_label_minor: region,
    roads_label_minor_halo: halo,
  };
}

/** Our shields instead of those of Protomaps' sprite; places and points of interest are names without icons. */
function withOwnIcons(layer: LayerSpecification): LayerSpecification {
  if (layer.type !== 'symbol' || layer.layout?.['icon-image'] === undefined) return layer;
  const layout = { ...layer.layout };
  delete layout['icon-image'];
  if (layer.id !== 'roads_shields') return { ...layer, layout };
  delete layout['text-field'];
  delete layout['icon-size'];
  const ref: ExpressionSpecification = [
    'concat',
    SHIELD_ICON,
    ['match', ['get', 'network'], 'US:I', 'I ', 'US:US', 'US ', ''],
    ['get', 'shield_text'],
  ];
  return { ...layer, layout: { ...layout, 'icon-image': ref, 'icon-rotation-alignment': 'viewport' } };
}

/** Splits a layer of the shipped map at the zoom where the archive's names replace it within the archive's bounds. */
function outside(layer: LayerSpecification, bounds: StreetsSource['bounds']): LayerSpecification[] {
  const { minzoom = 0, maxzoom = 24 } = layer;
  if (layer.type !== 'symbol') return [layer];
  const area = boxOf(bounds);
  const beyond: ExpressionSpecification = ['!', ['within', area]];
  const filter = layer.filter === undefined ? beyond : (['all', layer.filter, beyond] as ExpressionSpecification);
  return [
    { ...layer, maxzoom: Math.min(maxzoom, STREETS_FROM_ZOOM) },
    { ...layer, id: `${layer.id}-outside`, minzoom: Math.max(minzoom, STREETS_FROM_ZOOM), filter },
  ].filter((part) => (part.minzoom ?? 0) < (part.maxzoom ?? 24));
}

function boxOf(bounds: StreetsSource['bounds']) {
  const { south, north, west } = bounds;
  const east = west + widthDegrees(bounds);
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon' as const, coordinates: [ring] };
}
