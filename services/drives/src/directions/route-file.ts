import type { LatLng } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
import { ProductError } from '@switchback/platform/errors';
import type { Places } from '@switchback/platform/places/places';
import { isStorageError, type Storage } from '@switchback/platform/storage/storage';
import { contentOf } from '../drive-content.js';
import { normalizeFeature } from '../import/normalize-feature.js';
import type { RawFeature } from '../import/raw-feature.js';
import { readFeatures } from '../import/read-features.js';
import { directionsOf, type RouteWaypoint } from '../routing/directions.js';
import type { Routed } from './router.js';

/** Features looked at: of a file with more, the first that holds a line is taken. */
const FEATURES_MAX = 1_000;
const UPLOADS = 'uploads/';

export interface RouteFile {
  path: LatLng[];
  waypoints: (RouteWaypoint & { location: LatLng })[];
  routed: Routed;
}

/**
 * The first line of an uploaded GPX, KML or GeoJSON file.
 * @throws ProductError `routeFileUnreadable` saying why there is none.
 */
export async function readRouteFile(storage: Pick<Storage, 'get'>, upload: string, places: Places): Promise<RouteFile> {
  if (!upload.startsWith(UPLOADS)) throw unreadable('There is no file.');
  const { body } = await storage.get(upload).catch((error: unknown) => {
    throw isStorageError(error, 'not-found') ? unreadable('There is no file.') : error;
  });
  let reason = '';
  let looked = 0;
  for await (const item of readFeatures(body)) {
    const normalized = 'feature' in item ? normalizeFeature(titled(item.feature)) : item;
    if ('drive' in normalized) {
      const { path, distanceMeters, durationSeconds } = normalized.drive;
      const { waypoints } = contentOf(normalized.drive, places).route;
      const { legs } = directionsOf({ path, waypoints, distanceMeters, durationSeconds, source: 'track' });
      const routed: Routed = {
        source: 'track',
        legs: legs.map(({ path: line, distance, duration }) => ({
          ...{ path: decodePolyline(line), distanceMeters: distance, durationSeconds: duration },
        })),
        maneuvers: [],
      };
      return { path, waypoints: waypoints.map((waypoint) => ({ ...waypoint, location: waypoint.location! })), routed };
    }
    reason ||= normalized.refused;
    looked += 1;
    if (looked >= FEATURES_MAX) break;
  }
  throw unreadable(reason);
}

/** A device names no track, and of a route nobody asks for its title. */
function titled(feature: RawFeature): RawFeature {
  return { ...feature, properties: { ...feature.properties, title: 'Route' } };
}

function unreadable(message: string): ProductError {
  return new ProductError('routeFileUnreadable', message === '' ? {} : { message });
}
