import type { Geometry } from 'geojson';
import type { MapPoint } from '../map-port.js';

interface Hit {
  properties: Record<string, unknown>;
  geometry: Geometry;
}

/** Lines closer than this cannot be targeted individually. */
const TOO_CLOSE_PIXELS = 4;

/**
 * Returns the ids of the lines meant by a point, nearest first: the nearest hit, and the hits too close to it to be
 * targeted individually. Several if drives share a road or a start.
 */
export function nearestFirst(
  hits: readonly Hit[],
  point: MapPoint,
  project: (place: [number, number]) => MapPoint,
): string[] {
  const nearest = new Map<string, number>();
  for (const { properties, geometry } of hits) {
    const id = String(properties['id']);
    const away = squaredPixels(geometry, point, project);
    nearest.set(id, Math.min(away, nearest.get(id) ?? Infinity));
  }
  const sorted = [...nearest]
    .map(([id, squared]) => ({ id, pixels: Math.sqrt(squared) }))
    .sort((a, b) => a.pixels - b.pixels);
  const reach = (sorted[0]?.pixels ?? 0) + TOO_CLOSE_PIXELS;
  return sorted.filter(({ pixels }) => pixels <= reach).map(({ id }) => id);
}

function squaredPixels(geometry: Geometry, point: MapPoint, project: (place: [number, number]) => MapPoint): number {
  const parts =
    geometry.type === 'LineString'
      ? [geometry.coordinates]
      : geometry.type === 'MultiLineString'
        ? geometry.coordinates
        : [];
  let nearest = Infinity;
  for (const part of parts) {
    const pixels = part.map(([lng = 0, lat = 0]) => project([lng, lat]));
    for (const [index, end] of pixels.entries()) {
      nearest = Math.min(nearest, squaredToSegment(point, pixels[index - 1] ?? end, end));
    }
  }
  return nearest;
}

function squaredToSegment(point: MapPoint, start: MapPoint, end: MapPoint): number {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((point.x - start.x) * dx + (point.y - start.y) * dy) / length;
  const share = Math.max(0, Math.min(1, along));
  return (point.x - start.x - share * dx) ** 2 + (point.y - start.y - share * dy) ** 2;
}
