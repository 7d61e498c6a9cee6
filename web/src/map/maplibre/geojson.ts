import { unwrapLongitudes, type LatLng } from '@switchback/geo/location';
import { partsOf } from '@switchback/geo/parts';
import type { Feature, FeatureCollection, MultiLineString, Point } from 'geojson';
import type { GeoJSONSourceDiff } from 'maplibre-gl';
import type { MapCluster, MapLine, MapMarker, MapMarks } from '../map-port.js';
import { clusterIcon, markerIcon } from './icons.js';

/** Returns lines as features with an `order`, highest for the first of the list. */
export function lineFeatures(lines: readonly MapLine[]): FeatureCollection<MultiLineString> {
  return collection(lines.map((line, index) => lineFeature(line, { order: -index })));
}

/**
 * Returns the difference between the features of `before` and `after`. A moved map keeps most of its lines, and passing
 * all of them to the engine's worker again would block the page.
 */
export function lineChanges(before: readonly MapLine[], after: readonly MapLine[]): GeoJSONSourceDiff {
  const shown = new Map(before.map((line, index) => [line.id, { line, index }]));
  const changes: Required<Pick<GeoJSONSourceDiff, 'remove' | 'add' | 'update'>> = { remove: [], add: [], update: [] };
  for (const [index, line] of after.entries()) {
    const old = shown.get(line.id);
    shown.delete(line.id);
    if (old === undefined || !sameLine(old.line, line)) changes.add.push(lineFeature(line, { order: -index }));
    else if (old.index !== index)
      changes.update.push({ id: line.id, addOrUpdateProperties: [{ key: 'order', value: -index }] });
  }
  changes.remove.push(...shown.keys());
  return changes;
}

function sameLine(a: MapLine, b: MapLine): boolean {
  return (
    (a.approximate === true) === (b.approximate === true) &&
    a.color === b.color &&
    a.thin === b.thin &&
    a.path.length === b.path.length &&
    a.path.every(({ lat, lng }, index) => lat === b.path[index]?.lat && lng === b.path[index].lng)
  );
}

/** Returns the marked lines; a drive that is both active and hovered counts as active. */
export function markedFeatures(lines: readonly MapLine[], { activeId, hoveredId }: MapMarks) {
  const marked = lines.filter(({ id }) => id === activeId || id === hoveredId);
  return collection(marked.map((line) => lineFeature(line, { mark: line.id === activeId ? 'active' : 'hovered' })));
}

export function clusterFeatures(clusters: readonly MapCluster[]): FeatureCollection<Point> {
  return collection(
    clusters.map((cluster, index) =>
      pointFeature(cluster.location, { index, count: cluster.count, icon: clusterIcon(cluster) }),
    ),
  );
}

export function markerFeatures(markers: readonly MapMarker[]): FeatureCollection<Point> {
  return collection(
    markers.map((marker) => pointFeature(marker.location, { kind: marker.kind, icon: markerIcon(marker) })),
  );
}

function lineFeature(line: MapLine, properties: Record<string, unknown>): Feature<MultiLineString> {
  const coordinates = partsOf(line.path).map((part) => {
    const lngs = unwrapLongitudes(part);
    return part.map(({ lat }, index) => [lngs[index] ?? 0, lat]);
  });
  return {
    type: 'Feature',
    properties: {
      id: line.id,
      approximate: line.approximate === true,
      color: line.color ?? null,
      thin: line.thin === true,
      ...properties,
    },
    geometry: { type: 'MultiLineString', coordinates },
  };
}

function pointFeature({ lat, lng }: LatLng, properties: Record<string, unknown>): Feature<Point> {
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [lng, lat] } };
}

function collection<G extends MultiLineString | Point>(features: Feature<G>[]): FeatureCollection<G> {
  return { type: 'FeatureCollection', features };
}
