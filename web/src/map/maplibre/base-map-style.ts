import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { MapLook } from '../map-port.js';
import { baseMapLabels } from './base-map-labels.js';
import { type Palette, paletteOf } from './base-map-palette.js';
import { BASE_MAP_MAX_ZOOM, BASE_MAP_PROTOCOL, BASE_MAP_SOURCE } from './base-map-tiles.js';

export const BASE_MAP_CREDITS =
  '<a href="https://www.naturalearthdata.com" target="_blank" rel="noopener">Natural Earth</a> · US Census Bureau · GeoNames';

/** The road map that ships with the product. It has no `glyphs`, so labels use local fonts. */
export function baseMapStyle({ dark, units }: Pick<MapLook, 'dark' | 'units'>): StyleSpecification {
  const palette = paletteOf(dark);
  return {
    version: 8,
    sources: {
      [BASE_MAP_SOURCE]: {
        type: 'vector',
        tiles: [`${BASE_MAP_PROTOCOL}://{z}/{x}/{y}`],
        maxzoom: BASE_MAP_MAX_ZOOM,
        attribution: BASE_MAP_CREDITS,
      },
    },
    layers: [...areas(palette), ...borders(palette), ...roads(palette), ...baseMapLabels(palette, units)],
  };
}

function areas(palette: Palette): LayerSpecification[] {
  const fill = (id: string, color: string, edge = color): LayerSpecification => ({
    id,
    type: 'fill',
    source: BASE_MAP_SOURCE,
    'source-layer': id,
    paint: { 'fill-color': color, 'fill-outline-color': edge },
  });
  return [
    // Land is the background: a map that is still loading is not blue.
    { id: 'land', type: 'background', paint: { 'background-color': palette.land } },
    fill('urban', palette.urban),
    fill('parks', palette.park, palette.parkEdge),
    line('rivers', palette.river, [3, 0.5, 6, ['case', ['<=', ['get', 'rank'], 4], 1.4, 0.7], 10, 2], {
      cap: 'round',
    }),
    fill('lakes', palette.water, palette.shore),
    // Above everything on land, whose outlines are coarser than the coast.
    fill('sea', palette.water, palette.shore),
  ];
}

function borders(palette: Palette): LayerSpecification[] {
  return [
    line('counties', palette.county, [6, 0.6, 10, 1], { minzoom: 7 }),
    line('states', palette.state, [2.5, 0.7, 3, 1, 6, 1.3, 9, 1.8], { minzoom: 2.5, dashes: [4, 2] }),
    line('countries', palette.border, [2, 0.8, 4, 1.4, 9, 2.2]),
  ];
}

/** Minor roads first, so that major roads are drawn over them at junctions. */
function roads(palette: Palette): LayerSpecification[] {
  const rank = (value: number): ExpressionSpecification => ['==', ['get', 'rank'], value];
  const road = (id: string, value: number, color: string, widths: Widths, minzoom: number) =>
    line(id, color, widths, { layer: 'roads', filter: rank(value), cap: 'round', minzoom });
  return [
    road('roads', 3, palette.road, [5.5, 0.4, 8, 1, 12, 2.4], 5.5),
    road('main-roads', 2, palette.mainRoad, [4.5, 0.4, 6, 0.9, 8, 1.6, 12, 3.2], 4.5),
    road('interstates', 1, palette.interstate, [3, 0.5, 5, 1.1, 8, 2.4, 12, 4.5], 3),
  ];
}

/** Pairs of a zoom and a width. */
type Widths = (number | ExpressionSpecification)[];

interface LineOptions {
  /** Layer of the tiles; defaults to the style layer's own name. */
  layer?: string;
  filter?: ExpressionSpecification;
  cap?: 'round';
  minzoom?: number;
  dashes?: number[];
}

function line(id: string, color: string, widths: Widths, options: LineOptions = {}): LayerSpecification {
  const { layer = id, filter, cap = 'butt', minzoom = 0, dashes } = options;
  return {
    id,
    type: 'line',
    source: BASE_MAP_SOURCE,
    'source-layer': layer,
    minzoom,
    ...(filter !== undefined && { filter }),
    layout: { 'line-cap': cap, 'line-join': 'round' },
    paint: {
      'line-color': color,
      'line-width': ['interpolate', ['linear'], ['zoom'], ...widths] as ExpressionSpecification,
      ...(dashes !== undefined && { 'line-dasharray': dashes }),
    },
  };
}
