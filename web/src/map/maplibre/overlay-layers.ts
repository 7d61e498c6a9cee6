import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import { LINE_STYLE, type MapColors } from '../map-port.js';

export const SOURCES = { lines: 'drives', marked: 'marked-drives', clusters: 'drive-clusters', markers: 'markers' };

/** Layers that are queried for clicks and the pointer. */
export const HIT_LAYERS = { lines: 'drive-hits', clusters: 'drive-clusters' };

type Order = { 'line-sort-key': ExpressionSpecification };

const ROUND = { 'line-cap': 'round', 'line-join': 'round' } as const;

/** The product's layers over any style, bottom first. */
export function overlayLayers(colors: MapColors): LayerSpecification[] {
  return [...lines(colors), ...marked(colors), ...points()];
}

function lines(colors: MapColors): LayerSpecification[] {
  const source = SOURCES.lines;
  // The first line of the list is the most important one, and the highest key is drawn last.
  const order: Order = { 'line-sort-key': ['get', 'order'] };
  const { weight, thinWeight } = LINE_STYLE;
  const width: ExpressionSpecification = ['case', ['get', 'thin'], thinWeight, weight];
  const color: ExpressionSpecification = ['coalesce', ['get', 'color'], colors.line];
  return [
    {
      id: 'drive-casing',
      type: 'line',
      source,
      layout: { ...ROUND, ...order },
      paint: { 'line-color': colors.casing, 'line-width': ['+', width, 2.5], 'line-opacity': 0.7 },
    },
    {
      id: 'drive-lines',
      type: 'line',
      source,
      filter: ['!', ['get', 'approximate']],
      layout: { ...ROUND, ...order },
      paint: { 'line-color': color, 'line-width': width, 'line-opacity': LINE_STYLE.opacity },
    },
    {
      id: 'drive-lines-approximate',
      type: 'line',
      source,
      filter: ['get', 'approximate'],
      layout: { 'line-join': 'round', ...order },
      paint: {
        'line-color': color,
        'line-width': width,
        'line-opacity': LINE_STYLE.opacity,
        'line-dasharray': [2, 1],
      },
    },
    {
      id: HIT_LAYERS.lines,
      type: 'line',
      source,
      layout: ROUND,
      paint: { 'line-color': colors.line, 'line-width': LINE_STYLE.hitWeight, 'line-opacity': 0 },
    },
  ];
}

function marked(colors: MapColors): LayerSpecification[] {
  const source = SOURCES.marked;
  const color: ExpressionSpecification = ['match', ['get', 'mark'], 'active', colors.active, colors.line];
  const order: Order = { 'line-sort-key': ['match', ['get', 'mark'], 'active', 0, 1] };
  const { activeWeight, hoveredWeight } = LINE_STYLE;
  const width: ExpressionSpecification = ['match', ['get', 'mark'], 'active', activeWeight, hoveredWeight];
  return [
    {
      id: 'marked-casing',
      type: 'line',
      source,
      layout: { ...ROUND, ...order },
      paint: { 'line-color': colors.casing, 'line-width': ['+', width, 4] },
    },
    {
      id: 'marked-lines',
      type: 'line',
      source,
      filter: ['!', ['get', 'approximate']],
      layout: { ...ROUND, ...order },
      paint: { 'line-color': color, 'line-width': width },
    },
    {
      id: 'marked-lines-approximate',
      type: 'line',
      source,
      filter: ['get', 'approximate'],
      layout: { 'line-join': 'round', ...order },
      paint: { 'line-color': color, 'line-width': width, 'line-dasharray': [2, 1] },
    },
  ];
}

function points(): LayerSpecification[] {
  const icon: ExpressionSpecification = ['get', 'icon'];
  const layout = { 'icon-image': icon, 'icon-allow-overlap': true };
  return [
    {
      id: HIT_LAYERS.clusters,
      type: 'symbol',
      source: SOURCES.clusters,
      layout: { ...layout, 'symbol-sort-key': ['get', 'count'] },
    },
    {
      id: 'markers',
      type: 'symbol',
      source: SOURCES.markers,
      layout: { ...layout, 'icon-anchor': ['match', ['get', 'kind'], ['stop', 'number'], 'center', 'bottom'] },
    },
  ];
}
