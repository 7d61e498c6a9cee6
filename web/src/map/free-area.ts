import type { FreeArea, MapPosition } from './map-port.js';
import { latitudeAt, mercator } from './zoom.js';

/**
 * Returns the part of the map above something that covers its lower edge.
 * @param covered the share of the map's height that is covered, from 0 to 1.
 */
export function freeArea({ bounds, location, zoom }: MapPosition, covered: number): FreeArea {
  const top = mercator(bounds.north);
  const bottom = mercator(bounds.south);
  const edge = bottom + (top - bottom) * covered;
  if (covered === 0) return { bounds, location, zoom, center: location };
  return {
    bounds: { ...bounds, south: latitudeAt(edge) },
    location: { lat: latitudeAt((top + edge) / 2), lng: location.lng },
    zoom,
    center: location,
  };
}
